import { BODY_FIELDS } from '../schema/body-field.schema.ts'
import { type Operation, type Operations, PARAMETERS } from '../schema/operation.schema.ts'
import { COMMON_PROBLEMS, problemsOf, refer } from './problem.rules.ts'

// biome-ignore lint/suspicious/noExplicitAny: an OpenAPI document is arbitrary JSON.
type Json = any

/** What an operation without a scope needs, by the number of kinds of credential that it accepts. */
const NEEDS = ['Public.', 'Needs a session.', 'Any key or session will do.']

const MEANINGS: Record<string, string> = { 200: 'Done', 201: 'Created', 202: 'Accepted' }

/** The operation of a method and path; a PATCH is documented like its PUT with its own id. */
export function operationOf(operations: Operations, method: string, path: string) {
  const put = method === 'PATCH' ? operations[`PUT ${path}` as keyof Operations] : undefined
  if (put) return { ...put, id: put.id.replace(/^update/, 'patch') }
  return operations[`${method} ${path}` as keyof Operations]
}

/** Completes the document generated from the routes' schemas with what the schemas lack. */
export function completeDocument(document: Json, operations: Operations): Json {
  const schemas: Record<string, Json> = {}
  const byPath = Object.entries<Json>(document.paths).sort(([a], [b]) => (a < b ? -1 : 1))
  const paths = byPath.map(([path, methods]) => [
    path,
    Object.fromEntries(
      Object.entries<Json>(methods).map(([method, route]) => {
        const known = operationOf(operations, method.toUpperCase(), path)
        const named = nameSchemas(route, schemas)
        return [method, known ? describe(known, method, named) : named]
      }),
    ),
  ])
  const { components } = document
  const parameters = sharedParameters(paths.map(([, methods]) => methods))
  return {
    ...document,
    components: {
      ...components,
      headers: HEADERS,
      parameters,
      responses: COMMON_PROBLEMS,
      schemas: { ...schemas, ...components.schemas },
    },
    paths: Object.fromEntries(paths),
  }
}

const OFTEN = 3

/** Moves parameters shared by several operations to the components and references them. */
function sharedParameters(paths: readonly Json[]): Record<string, Json> {
  const routes = paths.flatMap((methods) => Object.values<Json>(methods))
  const all = routes.flatMap(({ parameters = [] }) => parameters as Json[])
  const shared: Record<string, Json> = {}
  for (const [text, equal] of Map.groupBy(all, (it) => JSON.stringify(it))) {
    const [it] = equal
    const name = `${it.in}.${it.name}`
    if (equal.length < OFTEN || name in shared) continue
    shared[name] = it
    for (const route of routes) {
      route.parameters = route.parameters?.map((own: Json) =>
        JSON.stringify(own) === text ? refer('parameters', name) : own,
      )
    }
  }
  return shared
}

/** Moves schemas with a title to the components, so that each is defined once and has a name. */
function nameSchemas(node: Json, schemas: Record<string, Json>): Json {
  if (Array.isArray(node)) return node.map((it) => nameSchemas(it, schemas))
  if (node === null || typeof node !== 'object') return node
  const entries = Object.entries(node).filter(([name]) => name !== 'x-fault')
  const result = Object.fromEntries(
    entries.map(([name, value]) => [name, nameSchemas(value, schemas)]),
  )
  if (typeof node.title !== 'string' || !node.properties) return result
  const name = node.title.replace(/(?:^|\W+)(\w)/g, (_: string, first: string) =>
    first.toUpperCase(),
  )
  schemas[name] ??= result
  if (JSON.stringify(schemas[name]) !== JSON.stringify(result)) {
    throw new Error(`Two schemas have the title ${node.title}`)
  }
  return { $ref: `#/components/schemas/${name}` }
}

function describe(known: Operation, method: string, route: Json): Json {
  const [scopes = []] = (route.security ?? []).map((it: Json) => it.apiKey ?? it.session)
  const needs = scopes.length > 0 ? `Scope: \`${scopes[0]}\`.` : NEEDS[route.security?.length ?? 0]
  return {
    operationId: known.id,
    summary: known.summary,
    description: [known.description, needs].filter(Boolean).join('\n\n'),
    tags: [known.tag],
    security: route.security,
    parameters: parametersOf(method, route),
    ...(route.requestBody ? { requestBody: withExamples(known, route.requestBody) } : {}),
    responses: { ...successOf(known, route, method), ...problemsOf(known, method, route, scopes) },
  }
}

function parametersOf(method: string, route: Json): Json[] {
  const own = (route.parameters ?? []).map((it: Json) => ({
    name: it.name,
    in: it.in,
    required: it.required ?? false,
    description: it.description ?? PARAMETERS[it.name],
    schema: it.schema,
  }))
  const kinds = route.security?.length ?? 0
  return [
    ...own,
    ...(method === 'post' && kinds > 0 ? [IDEMPOTENCY_KEY] : []),
    ...(kinds > 1 ? [ORGANIZATION_ID] : []),
  ]
}

const headerParameter = (name: string, schema: object): Json => ({
  name,
  in: 'header',
  required: false,
  description: PARAMETERS[name],
  schema,
})
const IDEMPOTENCY_KEY = headerParameter('Idempotency-Key', {
  type: 'string',
  minLength: 1,
  maxLength: 255,
})
const ORGANIZATION_ID = headerParameter('X-Organization-Id', { type: 'string' })

/** The node with a description of every field in it that has none; examples are not schemas. */
function withTexts(node: Json): Json {
  if (Array.isArray(node)) return node.map(withTexts)
  if (node === null || typeof node !== 'object') return node
  const entries = Object.entries<Json>(node).map(([key, value]) => {
    if (key === 'example') return [key, value]
    if (key !== 'properties') return [key, withTexts(value)]
    return [key, Object.fromEntries(Object.entries<Json>(value).map(withText))]
  })
  return Object.fromEntries(entries)
}

const withText = ([name, schema]: [string, Json]): [string, Json] => {
  const text = schema.readOnly || schema.$ref ? undefined : BODY_FIELDS[name]
  return [name, { ...(text && { description: text }), ...withTexts(schema) }]
}

function withExamples(known: Operation, body: Json): Json {
  const content = Object.entries<Json>(body.content).map(([type, { schema }]) => {
    const example =
      known.requests?.[type] ?? (type === 'application/json' ? known.request : undefined)
    return [type, { schema, ...(example === undefined ? {} : { example }) }]
  })
  const described = withTexts(Object.fromEntries(content))
  return { required: body.required ?? true, content: described }
}

function successOf(known: Operation, route: Json, method: string): Json {
  const responses = Object.entries<Json>(route.responses).map(([status, { content }]) => {
    const example = known.answers?.[Number(status)] ?? known.answer
    const json = content?.['application/json']
    const types = Object.entries(known.types ?? {}).map(([type, it]) => [
      type,
      { schema: {}, example: it },
    ])
    return [
      status,
      {
        description: MEANINGS[status] ?? 'Done',
        headers: headersOf(method, status),
        content: {
          ...(json ? { 'application/json': { ...json, example } } : {}),
          ...Object.fromEntries(types),
        },
      },
    ]
  })
  return { ...Object.fromEntries(responses), ...(method === 'get' ? { 304: NOT_CHANGED } : {}) }
}

const NOT_CHANGED = { description: 'Unchanged since the ETag in If-None-Match' }

const headersOf = (method: string, status: string) => {
  const names = ['X-Request-Id', 'RateLimit-Limit', 'RateLimit-Remaining', 'RateLimit-Reset']
  if (status === '201') names.push('Location')
  if (method === 'post') names.push('Idempotency-Replayed')
  if (method === 'get') names.push('ETag')
  return Object.fromEntries(names.map((name) => [name, refer('headers', name)]))
}

const header = (description: string, type = 'string') => ({ description, schema: { type } })

const HEADERS = {
  'X-Request-Id': header('Id of the request: yours if you sent one; quote it in a report'),
  'RateLimit-Limit': header('Requests a minute', 'integer'),
  'RateLimit-Remaining': header('Requests left in this minute', 'integer'),
  'RateLimit-Reset': header('Seconds until the next minute begins', 'integer'),
  'Retry-After': header('Seconds to wait before the next attempt', 'integer'),
  Location: header('Path of the created object'),
  ETag: header(
    'Version of the response; send it in If-None-Match to get 304 while it is unchanged',
  ),
  'Idempotency-Replayed': header('true if this is the stored response to an earlier request'),
}
