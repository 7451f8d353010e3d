import { expect } from 'vitest'
import { CHROME } from '../agents.ts'
import type { Row } from './row.ts'

/** The request of a row, with the domain and slug of this run. */
export function requestOf({ visitor }: Row, domain: string, slug: string) {
  const { method = 'GET', host = '{domain}', path = '/{slug-as-is}', query, from, agent } = visitor
  const names: Record<string, string> = {
    domain,
    DOMAIN: domain.toUpperCase(),
    slug,
    'slug-as-is': encodeURIComponent(slug),
    SLUG: slug.toUpperCase(),
    encoded: encodeURIComponent(slug),
    decomposed: encodeURIComponent(slug.normalize('NFD')),
    escaped: slug.replaceAll('-', '%2D'),
  }
  const fill = (text: string) => text.replace(/\{([\w-]+)\}/g, (_, name) => names[name] ?? '')
  const headers: Record<string, string> = {
    host: fill(host),
    'x-forwarded-for': from ?? '83.208.93.244',
    ...(agent !== null && { 'user-agent': agent ?? CHROME }),
    ...visitor.headers,
  }
  return { method, path: fill(path) + (query ? `?${query}` : ''), headers }
}

export interface Answered {
  status: number
  headers: Record<string, string | string[] | undefined>
  body: string
}

/** Checks a response against its row, byte by byte where the row has bytes. */
export function expectAnswer(row: Row, { status, headers, body }: Answered): void {
  const shownFields = Object.keys(row.headers).map((name) => [name, headers[name] ?? null])
  expect({ status, location: headers.location, headers: Object.fromEntries(shownFields) }).toEqual({
    status: row.status,
    location: row.location,
    headers: row.headers,
  })
  for (const text of row.shows ?? []) expect(body).toContain(text)
  const everything = `${JSON.stringify(headers)} ${body}`
  for (const text of row.hides ?? []) expect(everything).not.toContain(text)
  if (row.location === undefined) {
    expect(headers['content-security-policy']).toMatch(/^default-src 'none'; style-src 'sha256-/)
  } else if (row.visitor.method !== 'HEAD') {
    expect(body).toBe(
      `<a href="${row.location.replaceAll('&', '&amp;').replaceAll("'", '&#39;')}">Continue</a>`,
    )
  }
}

/** Checks a click against its row; variants are compared by kind. */
export function expectClick(
  row: Row,
  click: Record<string, unknown>,
  fields: readonly string[],
): void {
  const expected = Object.entries(row.click ?? {}).filter(([name]) => fields.includes(name))
  const shownFields = expected.map(([name]) => [name, shown(name, click[name])])
  const wanted = expected.map(([name, value]) => [
    name,
    name === 'geo' ? expect.objectContaining(value as object) : value,
  ])
  expect(Object.fromEntries(shownFields)).toEqual(Object.fromEntries(wanted))
}

const shown = (name: string, value: unknown) =>
  name === 'variant' ? String(value).split(':')[0] : value
