import { stack } from '../stack.ts'

// biome-ignore lint/suspicious/noExplicitAny: an OpenAPI document is arbitrary JSON.
type Json = any

export interface Parameter {
  name: string
  in: 'path' | 'query' | 'header'
  required?: boolean
  schema: Json
}

/** One operation of the OpenAPI document of the stack under test. */
export interface Operation {
  method: string
  path: string
  /** The scope that it requires; undefined: any key. */
  scope: string | undefined
  id: string
  parameters: Parameter[]
  body: { schema: Json; example: Json } | undefined
  /** A response that never ends. */
  endless: boolean
}

/** Every operation in the OpenAPI document of the stack that an API key can call. */
export async function readOperations(): Promise<Operation[]> {
  const document: Json = await (await fetch(`${stack.url}/docs/json`)).json()
  const resolve = (node: Json): Json =>
    node?.$ref
      ? node.$ref
          .split('/')
          .slice(1)
          .reduce((at: Json, part: string) => at[part], document)
      : node
  return Object.entries<Json>(document.paths).flatMap(([path, methods]) =>
    Object.entries<Json>(methods)
      .filter(([method]) => /^(get|post|put|patch|delete)$/.test(method))
      .filter(([, { security }]) => security.some((kinds: Json) => 'apiKey' in kinds))
      .map(([method, operation]) => {
        const json = resolve(operation.requestBody)?.content?.['application/json']
        const answer = operation.responses[200]?.content ?? {}
        return {
          method: method.toUpperCase(),
          path,
          scope: operation.security[0].apiKey[0],
          id: operation.operationId,
          parameters: (operation.parameters ?? []).map(resolve),
          body: json && { schema: json.schema, example: exampleOf(json) },
          endless: 'text/event-stream' in answer,
        }
      }),
  )
}

const exampleOf = (content: Json): Json => {
  const [first] = Object.values<Json>(content.examples ?? {})
  return content.example ?? first?.value ?? {}
}
