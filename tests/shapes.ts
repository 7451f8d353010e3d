import { expect } from 'vitest'

const text = expect.any(String)
const number = expect.any(Number)
const boolean = expect.any(Boolean)
const date = expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/)

/** Matches the value or null. */
const orNull = (value: unknown) => (actual: unknown) => actual === null || matches(actual, value)

function matches(actual: unknown, expected: unknown): boolean {
  const asymmetric = expected as { asymmetricMatch?: (value: unknown) => boolean }
  return asymmetric.asymmetricMatch?.(actual) ?? actual === expected
}

type Shape = Record<string, unknown>

/** Expects exactly these fields, each of its type. */
export function expectShape(actual: unknown, shape: Shape): void {
  expect(Object.keys(actual as object).sort()).toEqual(Object.keys(shape).sort())
  for (const [name, expected] of Object.entries(shape)) {
    const value = (actual as Shape)[name]
    const fits = typeof expected === 'function' ? expected(value) : matches(value, expected)
    expect(fits, `${name}: ${JSON.stringify(value)}`).toBe(true)
  }
}

export const LINK: Shape = {
  id: expect.stringMatching(/^\d+$/),
  organization_id: text,
  org_id: text,
  user_id: text,
  url: text,
  domain_id: number,
  domain: text,
  slug: text,
  short_url: text,
  title: text,
  folder_id: orNull(number),
  folder: orNull(expect.any(Object)),
  tags: expect.any(Array),
  utm_source: orNull(text),
  utm_medium: orNull(text),
  utm_campaign: orNull(text),
  utm_term: orNull(text),
  utm_content: orNull(text),
  utm_reference: orNull(text),
  redirect_code: number,
  expires_at: orNull(date),
  expires_after: number,
  expire_url: orNull(text),
  ios: orNull(text),
  android: orNull(text),
  ab: expect.any(Array),
  geo: expect.any(Array),
  rules: expect.any(Array),
  has_password: boolean,
  clicks: number,
  clicked_at: orNull(date),
  created_at: date,
  updated_at: date,
}

export const ORGANIZATION: Shape = { id: text, name: text, slug: text, logo: orNull(text) }

export const BIO_LINK: Shape = {
  id: number,
  type: text,
  url: text,
  title: orNull(text),
  username: orNull(text),
}

export const EDITABLE_BIO_LINK: Shape = {
  id: number,
  type: text,
  url: text,
  title: orNull(text),
  order: number,
  enabled: boolean,
  clicks: number,
  created_at: date,
  updated_at: date,
}

export const PROBLEM: Shape = {
  type: text,
  title: text,
  status: number,
  code: text,
  detail: text,
  request_id: text,
  errors: expect.any(Array),
}
