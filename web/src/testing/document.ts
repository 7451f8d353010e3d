import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { paths } from '@fingerpost/client'
import { contractOf } from '../../../tests/contract.ts'

// biome-ignore lint/suspicious/noExplicitAny: an OpenAPI document is arbitrary JSON.
export type Json = any

const FILE = join(import.meta.dirname, '..', '..', '..', 'docs', 'api', 'openapi.json')
const document: Json = JSON.parse(readFileSync(FILE, 'utf8'))
/** The checks of requests and responses against the document. */
export const contract = contractOf(document)

/** An operation as the document describes it. */
export const operationOf = (method: string, template = ''): Json =>
  document.paths[template]?.[method.toLowerCase()] ?? {}

/** What a reference of the document refers to, or the node itself. */
export const resolve = (node: Json): Json =>
  node.$ref
    ? node.$ref
        .split('/')
        .slice(1)
        .reduce((at: Json, part: string) => at[part], document)
    : node

/** The status and the body of a success. */
export const success = (method: string, template?: string): [status: number, content: Json] => {
  const { responses = {} } = operationOf(method, template)
  const status = Object.keys(responses).find((it) => it.startsWith('2')) ?? '200'
  return [Number(status), resolve(responses[status] ?? {}).content]
}

/** The example of a response. */
export const example = (method: string, template?: string): Json =>
  structuredClone(success(method, template)[1]?.['application/json']?.example)

type Read<P extends keyof paths> = paths[P] extends {
  get: { responses: { 200: { content: { 'application/json': infer Body } } } }
}
  ? Body
  : never

/** The example of a response, with other fields. */
export const exampleOf = <P extends keyof paths>(path: P, fields: Partial<Read<P>> = {}) =>
  ({ ...example('GET', path), ...fields }) as Read<P>

/** The first example of a list, with other fields. */
export const itemOf = <P extends keyof paths>(path: P, fields: object = {}) => {
  const [item] = example('GET', path).items
  return { ...item, ...fields }
}

/** A whole list. */
export const listOf = (items: readonly unknown[]) => ({
  items,
  total: items.length,
  offset: 0,
  limit: 100,
})
