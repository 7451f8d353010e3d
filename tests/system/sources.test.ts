import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { request } from 'undici'
import { describe, expect, it } from 'vitest'
import { admin, CHROME, stack } from '../stack.ts'
import { type Customer, newTeam, unique } from '../teams.ts'

const FOLDER = join(import.meta.dirname, '../sources')

interface Link extends Record<string, unknown> {
  slug: string
  url: string
  title: string
  tags: { name: string }[]
  folder: { name: string } | null
  created_at: string
  expires_at: string | null
  short_url: string
  geo: object[]
  ab: object[]
}
interface Answer {
  total: number
  created: number
  failed: number
  items: {
    index: number
    link: Link | null
    error: { code: string; field: string; detail: string } | null
  }[]
  left_out: { column: string; values: number }[]
  tables: { name: string; rows: number }[]
}
interface Row extends Record<string, unknown> {
  index: number
  slug?: string | null
  url?: string
  title?: string
  title_any?: string[]
  tags?: string[]
  folder?: string
  created_at?: string
  created_at_any?: (string | null)[]
  expires_at?: string
  error?: { field: string; code?: string }
  or_error?: boolean
  needs?: string
  must_not_lead?: boolean
  utm?: Record<string, string>
  also?: string[]
}
interface Format {
  content_type: string
  timezone: string
  case_sensitive: boolean
  total: number
  left_out: { column: string; values: number }[]
  tables?: Record<string, { rows: number }>
  rows: Row[]
}
const { files } = JSON.parse(readFileSync(join(FOLDER, 'formats.json'), 'utf8')) as {
  files: Record<string, Format>
}

/** A team with a domain, and the requests of its key. */
async function team(case_sensitive = false) {
  const { api, orgId, key } = await newTeam('Moves in')
  const host = `${unique('go')}.example.com`
  const { id } = await admin<{ id: number }>('domain', 'add', '--org', orgId, host, '--verified')
  if (case_sensitive) {
    expect((await api('PUT', `/domain/${id}`, { case_sensitive })).status).toBe(200)
  }
  const send = async (body: BodyInit, type: string, query: Record<string, string> = {}) => {
    const all = { domain_id: `${id}`, ignore_domain: 'true', create_labels: 'true', ...query }
    const answer = await fetch(`${stack.url}/api/link/import?${new URLSearchParams(all)}`, {
      method: 'POST',
      headers: { 'x-api-key': key, 'content-type': type },
      body,
    })
    return { status: answer.status, body: (await answer.json()) as Answer & { errors: object[] } }
  }
  return { api, host, domainId: id, send }
}

const folded = (text = '') => text.replaceAll(/\s+/g, ' ')
const time = (text: string | null | undefined) => text && new Date(text).toISOString()
/** The destination of a visit at a domain that does not resolve here. */
async function destinationAt(host: string, slug: string) {
  const { headers, body } = await request(`${stack.url}/${encodeURIComponent(slug)}`, {
    headers: { host, 'user-agent': CHROME },
  })
  await body.dump()
  return headers.location
}

describe.each(Object.entries(files))('%s', (name, format) => {
  it('comes in with each row as expected, and a second time not at all', async () => {
    const { case_sensitive, timezone, content_type } = format
    const { api, host, send } = await team(case_sensitive)
    const bytes = readFileSync(join(FOLDER, name))
    const checked = await send(bytes, content_type, { timezone, dry_run: 'true' })
    const { status, body } = await send(bytes, content_type, { timezone })

    expect(status, JSON.stringify(body)).toBe(200)
    const { total, created, failed, items, left_out, tables } = body
    expect([total, created + failed]).toEqual([format.total, format.total])
    expect(checked.body).toMatchObject({ total, created, failed, left_out, tables })
    expect(left_out).toEqual(expect.arrayContaining(format.left_out))
    expect(tables).toEqual(
      Object.entries(format.tables ?? {}).map(([table, { rows }]) => ({ name: table, rows })),
    )
    for (const row of format.rows) {
      const { link, error } = items.find(({ index }) => index === row.index) ?? {}
      if (row.error || (mayFail(row) && error)) {
        expect(link, `row ${row.index}`).toBeNull()
        if (row.error) expect(error).toMatchObject(onlyGiven(row.error))
        continue
      }
      expect(error, `row ${row.index}`).toBeNull()
      if (link) await compare(link, row, api, host)
    }
    const again = await send(bytes, content_type, { timezone })
    const generated = format.rows.filter(({ slug, error }) => slug === null && !error).length
    expect(again.body).toMatchObject({ total, created: generated })
  })
})

/** Rows that need a scheme or a slug that links do not have yet, such as a reserved word. */
const mayFail = ({ or_error, needs, slug }: Row) => or_error || needs || slug === 'docs'

const onlyGiven = ({ field, code }: { field: string; code?: string }) => ({
  field,
  ...(code && { code }),
})

async function compare(link: Link, row: Row, api: Customer, host: string) {
  const { index, slug, url, title, title_any = [title], tags = [], folder, also = [] } = row
  if (slug) expect(link.slug).toBe(slug)
  expect(link.url).toBe(url)
  expect(title_any.map(folded)).toContain(folded(link.title))
  expect(link.tags.map((it) => it.name).toSorted()).toEqual(tags.toSorted())
  expect(link.folder?.name).toBe(folder)
  if (row.created_at) expect(time(link.created_at)).toBe(time(row.created_at))
  expect(time(link.expires_at) ?? undefined).toBe(time(row.expires_at))
  for (const field of ['expires_after', 'expire_url', 'redirect_code', 'ios', 'android']) {
    if (field in row) expect(link[field], `${field} of row ${index}`).toBe(row[field])
  }
  for (const [name, value] of Object.entries(row.utm ?? {})) {
    expect(link[`utm_${name}`]).toBe(value)
  }
  const items = (list: object[]) => list.map(({ id: _, ...item }: { id?: number }) => item)
  expect(items(link.geo)).toEqual(row.geo ?? [])
  expect(items(link.ab)).toEqual(row.ab ?? [])
  for (const further of also) expect(await destinationAt(host, further)).toBe(url)
  const { body } = await api<{ items: { slug: string }[] }>('GET', `/link?search=${link.slug}`)
  expect(body.items.map((it) => it.slug)).toContain(link.slug)
  const leadsTo = await destinationAt(host, link.slug)
  if (row.must_not_lead) expect(leadsTo).not.toBe(url)
  else if (!row.utm && !row.ab) expect(leadsTo).toBe(url)
}

it('slugs that differ in case only say what to do', async () => {
  const { send } = await team()
  const bytes = readFileSync(join(FOLDER, 'bitly-ui.csv'))
  const { body } = await send(bytes, 'text/csv')

  expect(body).toMatchObject({ created: 6, failed: 1 })
  expect(body.items.find(({ error }) => error)?.error).toMatchObject({
    code: 'case_clash',
    detail: expect.stringContaining('make the domain case-sensitive first'),
  })
})

const CSV = readFileSync(join(FOLDER, 'bitly-ui.csv'))
const SQL = readFileSync(join(FOLDER, 'yourls-dump.sql'))
const JSON_FILE = readFileSync(join(FOLDER, 'dub-api.json'))

it.each([
  ['a dump that is cut off', SQL.subarray(0, -700), 'application/sql'],
  ['a JSON file that is cut off', JSON_FILE.subarray(0, -700), 'application/json'],
  ['a CSV file that is cut off in quotes', CSV.subarray(0, CSV.indexOf('second line')), 'text/csv'],
  ['a wrong delimiter', `${CSV}`.replaceAll(',', ':'), 'text/csv'],
  ['one line of 19 MB', `url,title\nhttps://e.com,${'x'.repeat(19_000_000)}`, 'text/csv'],
  ['bytes that are no text', Buffer.from(Array.from({ length: 256 }, (_, i) => i)), 'text/html'],
  ['an empty list', '{"links":[]}', 'application/json'],
])('%s is refused with a reason, or row by row', async (_, bytes, type) => {
  const { send } = await team()
  const { status, body } = await send(bytes, type)

  expect([200, 400]).toContain(status)
  expect(body.created ?? 0).toBe(0)
  expect(body.items ?? body).toEqual(
    body.items
      ? [
          expect.objectContaining({
            error: expect.objectContaining({ detail: expect.any(String) }),
          }),
        ]
      : expect.objectContaining({ detail: expect.any(String) }),
  )
})

it('bad rows are reported, and the others come in', async () => {
  const { send } = await team()
  const rows = [
    'Long URL;Back-half;Created;Expires',
    'https://example.com/1;same;2020-01-01;',
    'https://example.com/2;same;2020-01-01;',
    'https://example.com/3;later;2999-01-01;',
    'https://example.com/4;unclear;;3/4/26',
    'https://example.com/5;wide;;;;;x',
    'https://example.com/6;good;;31.12.2031',
    'https://example.com/7;cut',
  ]
  const { body } = await send(rows.join('\r\n'), 'text/csv')

  expect(body).toMatchObject({ total: 7, created: 2, failed: 5 })
  expect(body.items.map(({ error }) => error && [error.field, error.code])).toEqual([
    null,
    ['slug', 'slug_taken'],
    ['created_at', 'out_of_range'],
    ['expires_at', 'ambiguous_date'],
    ['row', 'too_many'],
    null,
    ['row', 'incomplete'],
  ])
})
