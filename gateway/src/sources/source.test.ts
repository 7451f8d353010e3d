import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { ImportRow } from '@fingerpost/protos/link/v1/import'
import { describe, expect, it } from 'vitest'
import { lookAtTable, readTable } from '../routes/imports/table.rules.ts'
import type { ReadOptions } from './sheet.schema.ts'

const FOLDER = join(import.meta.dirname, '../../../tests/sources')

interface Row {
  error?: { field: string; code?: string }
  or_error?: boolean
  needs?: string
  slug?: string | null
  url?: string
  title?: string
  title_any?: string[]
  tags?: string[]
  folder?: string
  created_at?: string
  created_at_any?: (string | null)[]
  expires_at?: string
  expires_after?: number
  expire_url?: string
  redirect_code?: number
  ios?: string
  android?: string
  utm?: Record<string, string>
  geo?: { url: string; country: string }[]
  ab?: { url: string; percent: number }[]
  also?: string[]
}
interface Format {
  content_type: string
  timezone: string
  total: number
  left_out: { column: string; values: number }[]
  redundant: string[]
  tables?: Record<string, { rows: number }>
  rows: Row[]
}
const { files } = JSON.parse(readFileSync(join(FOLDER, 'formats.json'), 'utf8')) as {
  files: Record<string, Format>
}

/** Fields of other services that a link does not have: their columns are named as left out. */
const NO_FIELDS = {
  archived: /^archived\??$/i,
  clicks: /^(?:total )?clicks$|^visits$|^visit_count$/i,
  notes: /^(?:notes?|comments?|DD)$/,
  external_id: /^externalId$/,
  card: /^(?:description|image|Social .*)$/,
}

const options = (more: Partial<ReadOptions> = {}): ReadOptions => ({
  timezone: 'UTC',
  columns: {},
  max: 1_000,
  ...more,
})
const read = (text: string, type = 'text/csv', more: Partial<ReadOptions> = {}) =>
  readTable(Buffer.from(text), type, options(more))

it('every file has its expectations', () => {
  const names = readdirSync(FOLDER).filter((name) => name !== 'formats.json')
  expect(names.sort()).toEqual(Object.keys(files).sort())
})

describe.each(Object.entries(files))('%s', (name, format) => {
  const bytes = readFileSync(join(FOLDER, name))
  const { timezone, content_type } = format
  const { rows, left_out, tables } = readTable(bytes, content_type, options({ timezone }))

  it('has the rows that hold something', () => expect(rows).toHaveLength(format.total))

  it.each(format.rows.map((row, index) => [index, row] as const))('row %i', (index, row) => {
    const found = rows[index]
    if (!found) throw new Error('no such row')
    // The link service refuses these values.
    if (row.error && !found.error) {
      const field = { url: !/^https?:\/\//.test(found.url), slug: found.slug?.includes('/') }
      const isLocked = row.error.field === 'has_password' && found.cells?.values.has_password
      return expect(field[row.error.field as 'url'] || isLocked === 'true').toBe(true)
    }
    if (row.error) return expect(found.error?.field).toBe(row.error.field)
    if (row.or_error && found.error) return
    expect(found.error).toBeUndefined()
    compare(found, row)
  })

  it('names each column that is left out, with its number of values', () => {
    const names = Object.values(NO_FIELDS)
    const extra = left_out.filter(
      ({ column }) =>
        !format.left_out.some((it) => it.column === column) &&
        !format.redundant.includes(column) &&
        !names.some((it) => it.test(column)),
    )
    expect(extra).toEqual([])
    expect(left_out).toEqual(expect.arrayContaining(format.left_out))
    expect(tables).toEqual(
      Object.entries(format.tables ?? {}).map(([table, it]) => ({ name: table, rows: it.rows })),
    )
  })
})

function compare(found: ImportRow, row: Row) {
  const cells = found.cells?.values ?? {}
  const time = (value: string | undefined) => value && new Date(value).toISOString()
  const list = (value: string | undefined) =>
    (JSON.parse(value ?? '[]') as Record<string, unknown>[]).map(({ id, ...item }) => item)
  expect(found.slug).toBe(row.slug ?? undefined)
  expect(URL.parse(found.url)?.href).toBe(URL.parse(row.url ?? '')?.href)
  const folded = (text = '') => text.replaceAll(/\s+/g, ' ')
  expect((row.title_any ?? [row.title]).map(folded)).toContain(folded(cells.title))
  expect(JSON.parse(cells.tags ?? '[]')).toEqual(row.tags)
  expect(cells.folder).toBe(row.folder)
  if (row.created_at_any) {
    const allowed = row.created_at_any.map((it) => time(it ?? undefined))
    expect(allowed).toContain(cells.created_at)
  } else expect(cells.created_at).toBe(time(row.created_at))
  expect(cells.expires_at).toBe(time(row.expires_at))
  expect(Number(cells.expires_after ?? 0)).toBe(row.expires_after ?? 0)
  expect(cells.expire_url).toBe(row.expire_url)
  expect(Number(cells.redirect_code ?? 302)).toBe(row.redirect_code ?? 302)
  expect(cells.ios).toBe(row.ios)
  expect(cells.android).toBe(row.android)
  for (const [name, value] of Object.entries(row.utm ?? {})) {
    expect(cells[`utm_${name}`]).toBe(value)
  }
  expect(list(cells.geo)).toEqual(row.geo ?? [])
  expect(list(cells.ab)).toEqual(row.ab ?? [])
  expect(list(cells.also).map(({ slug }) => slug)).toEqual(row.also ?? [])
}

const refusal = (code: string, ...details: string[]) =>
  expect.objectContaining({
    errors: [
      expect.objectContaining({
        code,
        detail: expect.stringMatching(new RegExp(details.map(RegExp.escape).join('.*'))),
      }),
    ],
  })

it.each([
  ['no known name', 'Page,Name\nhttps://e.com/a/b,x\n', ['"Page", "Name"', '{"Page":"url"}']],
  [
    'short URLs only',
    'Link,Name\nhttps://s.example/a,x\nhttps://s.example/b,y\n',
    ['"Link" seems to have short URLs'],
  ],
  [
    'short URLs as its name and other URLs beside it',
    'url,Page\nhttps://s.example/a,https://e.com/a?b\nhttps://s.example/b,https://f.com\n',
    ['"url" seems to have short URLs', '{"Page":"url"}'],
  ],
])('a destination with %s is refused, naming the columns', (_, text, details) => {
  expect(() => read(text)).toThrow(refusal('unclear_destination', ...details))
})

it('a column of destinations that look short is taken if slugs have a column of their own', () => {
  const text = 'slug,url,Image\na,https://e.com/x,https://i.example/1/2.png\n'

  expect(read(text).rows).toMatchObject([{ url: 'https://e.com/x', slug: 'a' }])
})

it.each(['constructor', '__proto__', 'toString'])(
  '%s is a name and a value like others',
  (name) => {
    const text = `url,redirect_code,${name}\nhttps://e.com,${name},x\n`

    expect(read(text)).toMatchObject({
      rows: [{ cells: { values: { redirect_code: name } } }],
      left_out: [{ column: name, values: 1 }],
    })
    expect(() => read(text, 'text/csv', { columns: { [`${name}`]: name } })).toThrow()
  },
)

it('values in a column without a name are left out by its place', () => {
  expect(read('url,\nhttps://e.com,a\n').left_out).toEqual([{ column: 'column 2', values: 1 }])
})

it('a file without a header has columns named by their places', () => {
  const text = 'https://e.com/a?b,one\nhttps://f.com,two\n'
  const columns = { 'column 1': 'url', 'column 2': 'slug' }

  expect(() => read(text)).toThrow(refusal('unclear_destination', '"column 1", "column 2"'))
  expect(read(text, 'text/csv', { columns }).rows).toMatchObject([
    { url: 'https://e.com/a?b', slug: 'one' },
    { url: 'https://f.com', slug: 'two' },
  ])
})

it('a look names the fields of columns, and does not refuse unclear destinations', () => {
  const look = (text: string) => lookAtTable(Buffer.from(text), 'text/csv', options())

  expect(look('Short URL,Long URL,Campaign,id\ns.example/a,https://e.com,x,7\n')).toEqual({
    columns: [
      { name: 'Short URL', field: 'short_url', values: 1 },
      { name: 'Long URL', field: 'url', values: 1 },
      { name: 'Campaign', field: null, values: 1 },
      { name: 'id', field: null, values: 0 },
    ],
    rows: [['s.example/a', 'https://e.com', 'x', '7']],
    tables: [],
  })
  expect(look('Page\nhttps://e.com\n').columns).toEqual([{ name: 'Page', field: null, values: 1 }])
})

it('a short URL without its domain is a slug', () => {
  expect(read('url,short url\nhttps://e.com,abc\n').rows).toMatchObject([{ slug: 'abc' }])
})

it('the caller may name the fields of columns', () => {
  const text = 'Page,Link,Title\nhttps://e.com/a/b,https://s.example/a,x\n'
  const columns = { Page: 'url', Title: null }

  expect(read(text, 'text/csv', { columns })).toMatchObject({
    rows: [{ url: 'https://e.com/a/b', slug: 'a' }],
    left_out: [{ column: 'Title', values: 1 }],
  })
  for (const wrong of [{ page: 'url' }, { Page: 'nonsense' }, { Page: 'url', Link: 'url' }]) {
    expect(() => read(text, 'text/csv', { columns: wrong })).toThrow()
  }
})

it.each([
  ['a column named twice', 'url,Slug,slug\nhttps://e.com,a,b\n', 'duplicate_column'],
  ['quotes that are not closed', 'url,title\nhttps://e.com,"a\n', 'invalid_format'],
  ['NUL', 'url\nhttps://e.com/\u0000\n', 'invalid_text'],
  ['no rows', 'url,slug\n', 'too_few'],
])('a table with %s is refused', (_, text, code) => {
  expect(() => read(text)).toThrow(refusal(code))
})

it.each([
  ['with more cells than the header', 'url,slug\nhttps://e.com,a,b\n', 'row', 'too_many'],
  ['that is cut off', 'url,slug\nhttps://e.com/a', 'row', 'incomplete'],
  [
    'with a slug that its short URL does not have',
    'url,slug,short_url\nhttps://e.com,a,s.example/b\n',
    'slug',
    'contradiction',
  ],
  ['with a hash of a password', 'url,password\nhttps://e.com,x\n', 'password', 'not_allowed'],
  [
    'with a date in an unclear order',
    'url,created\nhttps://e.com,3/4/26\n',
    'created_at',
    'ambiguous_date',
  ],
  [
    'with a day that does not exist',
    'url,expires\nhttps://e.com,2026-02-30\n',
    'expires_at',
    'invalid_format',
  ],
])('a row %s is refused', (_, text, field, code) => {
  expect(read(text).rows).toMatchObject([{ error: { field, code } }])
})

it.each([
  ['3/4/26', 'dmy', '2026-04-03T00:00:00.000Z'],
  ['3/4/26', 'mdy', '2026-03-04T00:00:00.000Z'],
  ['26-3-4', 'ymd', '2026-03-04T00:00:00.000Z'],
  ['31.12.2026', 'mdy', '2026-12-31T00:00:00.000Z'],
  ['2026/12/31 5:07 pm', undefined, '2026-12-31T17:07:00.000Z'],
  ['2026-12-31T23:59:59.5+0530', undefined, '2026-12-31T18:29:59.500Z'],
  ['1735725600', undefined, '2025-01-01T10:00:00.000Z'],
  ['1735725600123', undefined, '2025-01-01T10:00:00.123Z'],
] as const)('the date %s in the order %s is %s', (date, order, expected) => {
  const { rows } = read(`url;created\nhttps://e.com;${date}\n`, 'text/csv', { date_order: order })
  expect(rows[0]?.cells?.values.created_at).toBe(expected)
})

it('a date without an offset is read in the named time zone', () => {
  const text = 'url,created\nhttps://e.com,2026-07-01 12:00\n'
  const { rows } = read(text, 'text/csv', { timezone: 'Europe/Prague' })

  expect(rows[0]?.cells?.values.created_at).toBe('2026-07-01T10:00:00.000Z')
  for (const timezone of ['Nowhere/City', '+02:00', '']) {
    expect(() => read(text, 'text/csv', { timezone })).toThrow(refusal('invalid_format'))
  }
})

it.each([
  ['quotes', '[{"url":"https://e.com","title":"say "hi" twice","slug":"a"}]', 'say "hi" twice'],
  ['line breaks', '{"data":[{"url":"https://e.com","title":"a\nb","slug":"a"}]}', 'a\nb'],
  ['wrong escapes', '[{"url":"https://e.com","title":"a\\xb","slug":"a"}]', 'a\\xb'],
])('JSON with %s that are not escaped is read', (_, text, title) => {
  expect(read(text, 'application/json').rows).toMatchObject([
    { slug: 'a', cells: { values: { title } } },
  ])
})

it.each(['\\u0000', '\\udc00'])('a row with %s in a text is refused', (escaped) => {
  const text = `{"url":"https://e.com","title":"${escaped}"}\n{"url":"https://e.com"}`

  expect(read(text, 'application/x-ndjson').rows).toMatchObject([
    { error: { field: 'row', code: 'invalid_text' } },
    { url: 'https://e.com' },
  ])
})

const MANY = 4_000_000
const insert = (value: string) => `INSERT INTO a (keyword, url) VALUES ('a', '${value}');`

it.each([
  ['a URL of many dots', `url\n${'a.'.repeat(MANY)}\n`, 'text/csv'],
  ['a cell of many quotes', `url,tags\nx,"${'""'.repeat(MANY)}"\n`, 'text/csv'],
  ['a text of many escapes', insert("\\'".repeat(MANY)), 'application/sql'],
])('%s is one row', (_, text, type) => {
  expect(read(text, type).rows).toHaveLength(1)
})

it.each([
  ['comments', '/* '.repeat(MANY), 'application/sql', 'required'],
  ['elements', '<dl>'.repeat(1_000), 'text/html', 'too_deep'],
  ['columns', Array.from({ length: 1_001 }, (_, i) => `c${i}`).join(), 'text/csv', 'too_many'],
  [
    'fields',
    Array.from({ length: 1_001 }, (_, i) => `{"c${i}":1}`).join('\n'),
    'application/x-ndjson',
    'too_many',
  ],
])('a file of very many %s is refused', (_, text, type, code) => {
  expect(() => read(text, type, { max: 10_000 })).toThrow(refusal(code))
})

const DUMP = "INSERT INTO `u_url` (`keyword`, `url`) VALUES ('a', 'https://e.com');\n"

it.each([
  ['in a text', DUMP.slice(0, -8), 'incomplete'],
  ['between rows', DUMP.slice(0, -2), 'incomplete'],
  ['before its links', 'CREATE TABLE `x` (`id` int);', 'required'],
])('a dump that ends %s is refused', (_, text, code) => {
  expect(() => read(text, 'application/sql')).toThrow(refusal(code))
})

it('a dump without names of columns in its rows has them from the table', () => {
  const text = `CREATE TABLE IF NOT EXISTS y.yourls_url (keyword varchar(100) NOT NULL DEFAULT '', url text,
    PRIMARY KEY (keyword), KEY ip (url(10)));
    INSERT INTO y.yourls_url VALUES ('a',_binary 'https://e.com'),('b',x'68747470733a2f2f662e636f6d'),('c');`

  expect(read(text, 'application/sql').rows).toMatchObject([
    { url: 'https://e.com', slug: 'a' },
    { url: 'https://f.com', slug: 'b' },
    { error: { field: 'row' } },
  ])
})

it('two tables of links in a dump are refused by name', () => {
  expect(() => read(DUMP + DUMP.replace('u_url', 'v_url'), 'application/sql')).toThrow(
    refusal('ambiguous', 'u_url, v_url'),
  )
})

it('a file that is partly UTF-8 is damaged, and not read in another encoding', () => {
  const cut = Buffer.from('url,title\nhttps://e.com,ünü').subarray(0, -1)
  expect(() => readTable(cut, 'text/csv', options())).toThrow('not valid UTF-8')
})
