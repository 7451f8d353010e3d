import { REQUEST_BYTES } from '@fingerpost/kit/grpc/server'
import { expect, it } from 'vitest'
import { csvFormat } from '../export.rules.ts'
import { LIST_BYTES, namesOf, tagsCell } from '../links/cell.rules.ts'
import { readTable } from './table.rules.ts'

const read = (text: string, type = 'text/csv', max = 10) =>
  readTable(Buffer.from(text), type, { timezone: 'UTC', columns: {}, max }).rows

it.each([
  ['commas', 'url,slug\nhttps://e.com,a\n'],
  ['semicolons', 'url;slug\r\nhttps://e.com;a\r\n'],
  ['tabs', '"slug"\t"url"\na\thttps://e.com\n'],
  ['a separator line', 'sep=|\r\nurl|slug\r\nhttps://e.com|a\r\n'],
  ['a byte order mark and a separator line', '\ufeffsep=;\nurl;slug\nhttps://e.com;a\n'],
])('a table with %s is read', (_, text) => {
  expect(read(text)).toMatchObject([{ url: 'https://e.com', slug: 'a' }])
})

it.each([
  ['rows of separators', 'url,slug\n,\nhttps://e.com,a\n,\n""," "\n'],
  ['a column without a name', 'url,,slug,\nhttps://e.com,,a,\n'],
  ['a named column after one without', ';;url;slug\n;x;https://e.com;a\n'],
  ['separators before the header', '\ufeff;;\r\n\r\nurl;slug;\r\nhttps://e.com;a;\r\n'],
])('%s of a spreadsheet are no rows and no columns', (_, text) => {
  expect(read(text)).toEqual([{ url: 'https://e.com', domain: undefined, slug: 'a' }])
})

it('empty rows do not count against the maximum', () => {
  expect(read(`url,slug\n${',\n'.repeat(9)}https://e.com,a\n,\n`, 'text/csv', 2)).toHaveLength(1)
})

it.each([
  ['https://go.example/Abc', 'go.example', 'Abc'],
  ['http://GO.example:8080/abc?utm_source=qr#x', 'go.example', 'abc'],
  ['go.example/abc', 'go.example', 'abc'],
  ['https://go.example/%C5%BE', 'go.example', 'ž'],
  ['https://žluť.example/a', 'xn--lu-yta1h.example', 'a'],
  // Link rejects these as slugs, by row.
  ['https://go.example/a/b', 'go.example', 'a/b'],
  ['https://go.example/%zz', 'go.example', '%zz'],
])('a row without a slug keeps the printed address %s', (short_url, domain, slug) => {
  const link = { url: 'https://e.com', short_url }

  expect(read(`url;short_url\nhttps://e.com;${short_url}\n`)).toMatchObject([{ domain, slug }])
  expect(read(JSON.stringify(link), 'application/x-ndjson')).toMatchObject([{ domain, slug }])
})

it.each(['https://go.example/', 'go.example', 'https://'])(
  'the short URL %s is a domain, and no link gets a generated slug in its place',
  (short) => {
    expect(read(`url,short_url\nhttps://e.com,${short}\n`)).toMatchObject([
      { error: { field: 'slug', code: 'not_allowed' } },
    ])
  },
)

it('a row with a slug and a short URL has the domain of the short URL', () => {
  const text = 'url,short_url,slug\nhttps://e.com,https://go.example/a,a\nhttps://e.com,,\n'

  const [first, second] = read(text)
  expect([first?.domain, second?.domain]).toEqual(['go.example', undefined])
})

it.each(['=1+1', "'=1", "''-x", '-dash', ' padded ', 'a "quote", comma', 'two\r\nlines', "it's"])(
  'an export of %j is imported unchanged',
  (title) => {
    const format = csvFormat<{ url: string; title: string }>(['url', 'title'], (row) => row)
    const text = format.head + format.row({ url: 'https://e.com', title })

    expect(read(text)[0]?.cells?.values.title).toBe(title)
  },
)

it.each([[[]], [['a']], [['a', 'b c']], [['a, b', ',']], [['say "hi"', '"', "'x'", 'ü']]])(
  'the tags %j survive the round trip through their cell',
  (names) => expect(namesOf(tagsCell(names))).toEqual(names),
)

it('a hand-written cell of tags is parsed', () => {
  expect(namesOf(' a,b ,, c ')).toEqual(['a', 'b', 'c'])
  expect(namesOf('5" disk')).toEqual(['5" disk'])
})

it('the longest lists of a row fit into one call', () => {
  const bytes = Object.values(LIST_BYTES).reduce((sum, it) => sum + it, 0)
  expect(bytes).toBeLessThan(REQUEST_BYTES)
})
