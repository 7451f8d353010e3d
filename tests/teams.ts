import { expect } from 'vitest'
import type { Answer } from './contract.ts'
import { expectShape, PROBLEM } from './shapes.ts'
import { admin, customer } from './stack.ts'

export type Customer = ReturnType<typeof customer>

export interface Problem {
  status: number
  code: string
  detail: string
  errors: { field: string; code: string; detail: string }[]
}

export interface Page<T> {
  items: T[]
  total: number
  offset: number
  limit: number
}

/** A new team, created by an admin command. */
export async function newTeam(
  name: string,
): Promise<{ api: Customer; orgId: string; key: string }> {
  const made = await admin<{ org_id: string; api_key: string }>('org', 'create', name)
  return { api: customer(made.api_key), orgId: made.org_id, key: made.api_key }
}

/** The same team with an API key that has fewer scopes. */
export async function narrowed(api: Customer, scopes: string[]): Promise<Customer> {
  const body = { name: 'Narrow', scopes }
  return customer((await api<{ key: string }>('POST', '/key', body)).body.key)
}

export const unique = (name: string) => `${name}-${crypto.randomUUID().slice(0, 8)}`

/** Expects a problem with this status, code and set of fields. */
export function expectProblem(
  { status, headers, body }: Answer<unknown>,
  expected: [status: number, code: string, fields?: string[]],
): void {
  expect([status, (body as Problem).code], JSON.stringify(body)).toEqual(expected.slice(0, 2))
  expect(headers.get('content-type')).toBe('application/problem+json')
  expectShape(body, PROBLEM)
  const fields = (body as Problem).errors.map(({ field }) => field)
  expect(fields.sort()).toEqual((expected[2] ?? []).sort())
}

/** A problem without the values that differ in each response. */
export const anonymous = ({ status, body }: Answer<unknown>) => ({
  status,
  body: { ...(body as object), request_id: '' },
})
