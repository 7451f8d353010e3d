import { resolveIn } from './field.rules.ts'

// biome-ignore lint/suspicious/noExplicitAny: an OpenAPI document is arbitrary JSON.
type Json = any

/** The address in samples; the script of the page replaces it with the address of the instance. */
export const SAMPLE_ORIGIN = 'http://localhost:8080'

const VALUES: Record<string, string | number> = {
  link_id: '1024',
  link_ids: '1024,1025',
  domain: 'go.shop.example',
  url: 'https://shop.example/',
  ip: '83.208.93.244',
  fields: 'countries,browsers',
  part: 'clicks?interval=day',
}

/** What an example request consists of: its path with the required parameters, and its body. */
export interface SampleRequest {
  method: string
  /** Path in the document: `/link/{link_id}`. */
  path: string
  params: { path?: Record<string, string | number>; query?: Record<string, string | number> }
  type: string | undefined
  body: unknown
  needsKey: boolean
}

/** The example request of an operation. */
export function sampleOf(document: Json, method: string, path: string, route: Json): SampleRequest {
  const params: Record<string, Record<string, string | number>> = {}
  for (const reference of route.parameters ?? []) {
    const it = resolveIn(document, reference)
    if (!it.required) continue
    const of = params[it.in] ?? {}
    params[it.in] = of
    of[it.name] = VALUES[it.name] ?? (it.schema.enum?.[0] || (isText(it.schema) ? 'example' : 5))
  }
  const [type, content] = Object.entries<Json>(route.requestBody?.content ?? {})[0] ?? []
  const needsKey = (route.security ?? []).some((it: Json) => it.apiKey)
  return { method: method.toUpperCase(), path, params, type, body: content?.example, needsKey }
}

const isText = ({ type }: Json) => [type].flat().includes('string')

/** Path and query of the example request below /api. */
export function pathOf({ path, params }: SampleRequest): string {
  const filled = path.replace(/\{(\w+)\}/g, (_, name: string) =>
    encodeURIComponent(params.path?.[name] ?? name),
  )
  const query = Object.entries(params.query ?? {}).map(
    ([name, it]) => `${name}=${encodeURIComponent(it).replaceAll('%2C', ',')}`,
  )
  return `/api${filled}${query.length > 0 ? `?${query.join('&')}` : ''}`
}

/** Text of the example body. */
export const bodyText = ({ body }: SampleRequest): string | undefined =>
  body === undefined || typeof body === 'string' ? body : JSON.stringify(body, null, 2)

/** The request as a curl command. */
export function curlOf(request: SampleRequest): string {
  const body = bodyText(request)
  const lines = [
    `curl ${request.method === 'GET' ? '' : `-X ${request.method} `}'${SAMPLE_ORIGIN}${pathOf(request)}'`,
    ...(request.needsKey ? ['-H "x-api-key: $API_KEY"'] : []),
    ...(body === undefined ? [] : [`-H 'content-type: ${request.type}'`]),
    ...(body === undefined ? [] : [`--data-binary '${body.replaceAll("'", `'\\''`)}'`]),
  ]
  return lines.join(' \\\n  ')
}

/** The same with the TypeScript client. */
export function typescriptOf(request: SampleRequest): string {
  const { method, path, params, body } = request
  const given = {
    ...(Object.keys(params).length > 0 ? { params } : {}),
    ...(body === undefined ? {} : { body }),
  }
  const options = Object.keys(given).length > 0 ? `, ${literal(given)}` : ''
  return `const { data, error } = await api.${method}('${path}'${options})`
}

/** A value as TypeScript: keys without quotes where possible, strings in single quotes. */
const literal = (value: unknown): string =>
  JSON.stringify(value, null, 2)
    .replace(/^(\s*)"([A-Za-z_]\w*)":/gm, '$1$2:')
    .replace(
      /"((?:[^"\\]|\\.)*)"/g,
      (_, text: string) => `'${text.replaceAll('\\"', '"').replaceAll("'", "\\'")}'`,
    )
