import { Ajv2020, type ValidateFunction } from 'ajv/dist/2020.js'
import formats from 'ajv-formats'
import { expect } from 'vitest'

// biome-ignore lint/suspicious/noExplicitAny: an OpenAPI document is arbitrary JSON.
type Json = any

export interface Answer<T> {
  status: number
  headers: Headers
  body: T
}

/** Checks a response against the OpenAPI document of its stack. */
export type Contract = (method: string, path: string, answer: Answer<unknown>) => void

/** Reads the document of a stack once. */
export const readContract = async (url: string): Promise<Contract> =>
  contractOf(await (await fetch(`${url}/docs/json`)).json()).check

/** The checks of a document, in which an unknown or missing field fails the test. */
export function contractOf(open: Json) {
  const document = closed(open)
  const ajv = new Ajv2020({ strict: false, allErrors: true })
  // biome-ignore lint/suspicious/noExplicitAny: the package types its CommonJS default export only.
  ;(formats as any)(ajv, ['date-time'])
  ajv.addSchema({ $id: 'document', ...document })
  const validators = new Map<string, ValidateFunction>()
  const validate = (pointer: string, body: unknown, name: string) => {
    const known = validators.get(pointer) ?? ajv.compile({ $ref: `document#${pointer}` })
    validators.set(pointer, known)
    const faults = known(body) ? [] : known.errors
    expect(faults, `${name} does not fit the OpenAPI document: ${JSON.stringify(body)}`).toEqual([])
  }
  const templates = Object.keys(document.paths).sort(byLiteral)
  /** The template of a path without its query. */
  const templateOf = (bare: string) => templates.find((it) => patternOf(it).test(bare))

  const check: Contract = (method, path, { status, headers, body }) => {
    const bare = path.split(/[?#]/, 1)[0] ?? ''
    const template = templateOf(bare)
    const operation = template && document.paths[template][method.toLowerCase()]
    const name = `${status} of ${method} ${template ?? bare}`
    const type = headers.get('content-type')?.split(';', 1)[0] ?? ''
    expect(headers.get('x-request-id'), name).toBeTruthy()
    if (method === 'HEAD') return
    if (!operation) {
      expect([401, 404, 405, 429, 503], `${name}: no such operation`).toContain(status)
      validate('/components/schemas/Problem', body, name)
      return
    }
    const own = ['paths', template, method.toLowerCase(), 'responses', String(status)]
    const response = operation.responses[status]
    expect(response, `${name} is not documented`).toBeDefined()
    const pointer = response.$ref ? response.$ref.slice(1) : pointerOf(own)
    const { content } = resolve(document, pointer)
    if (!content) return
    expect(Object.keys(content), name).toContain(type)
    if (!/\bjson$/.test(type)) return
    validate(`${pointer}/content/${escapePart(type)}/schema`, body, name)
    const { examples } = content[type]
    if (examples) expect(Object.keys(examples), `codes of ${name}`).toContain((body as Json).code)
  }

  const checkBody = (method: string, template: string, body: unknown) => {
    const own = ['paths', template, method.toLowerCase(), 'requestBody']
    const schema = pointerOf([...own, 'content', 'application/json', 'schema'])
    validate(schema, body, `body of ${method} ${template}`)
  }
  return { templateOf, check, checkBody }
}

/** The document with unknown fields disallowed. */
function closed(node: Json): Json {
  if (Array.isArray(node)) return node.map(closed)
  if (node === null || typeof node !== 'object') return node
  const copy = Object.fromEntries(Object.entries(node).map(([name, it]) => [name, closed(it)]))
  const open = node.type === 'object' && node.properties && !('additionalProperties' in node)
  return open ? { ...copy, additionalProperties: false } : copy
}

/** Literal paths come before paths with parameters. */
const byLiteral = (a: string, b: string) =>
  (a.match(/\{/g)?.length ?? 0) - (b.match(/\{/g)?.length ?? 0)

const patternOf = (template: string) =>
  new RegExp(`^${template.replace(/[.]/g, '\\$&').replace(/\{\w+\}/g, '[^/]+')}$`)

const escapePart = (part: string) =>
  encodeURIComponent(part.replaceAll('~', '~0').replaceAll('/', '~1'))

const pointerOf = (parts: readonly string[]) => `/${parts.map(escapePart).join('/')}`

const resolve = (document: Json, pointer: string): Json =>
  pointer
    .split('/')
    .slice(1)
    .map((part) => decodeURIComponent(part).replaceAll('~1', '/').replaceAll('~0', '~'))
    .reduce((node, part) => node[part], document)
