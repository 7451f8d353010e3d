import { expect, it } from 'vitest'
import {
  FIELDS,
  type Field,
  faultOf,
  guessMapping,
  toFailedTable,
  toImportRows,
  toTable,
} from './import.rules.ts'
import { sheetOf } from './sheet.rules.ts'

const lines = (...cells: string[][]) => sheetOf('x.csv', [['header'], ...cells]).lines
const mapped = (columns: Partial<Record<Field, number>>) => ({
  ...guessMapping([], []),
  ...columns,
})

it.each([
  [['url', 'slug'], [], { url: 0, slug: 1 }],
  [
    ['Name', 'Long URL', 'Back-half', 'Domain', 'Tags'],
    [],
    { url: 1, slug: 2, tags: 4, domain: 3 },
  ],
  [['domain_id', 'domain', 'Click limit', 'url'], [], { url: 3, domain: 1, expires_after: 2 }],
  [['a', 'b'], [['x', 'https://e.com']], { url: 1 }],
  [['a', 'b'], [['x', 'y']], {}],
  [FIELDS, [], Object.fromEntries(FIELDS.map((field, i) => [field, i]))],
])('the columns %j are mapped by their names', (header, cells, expected) => {
  expect(guessMapping(header, lines(...cells))).toEqual(mapped(expected))
})

it('cells are read as an export writes them', () => {
  const [row] = toImportRows(
    lines([' e.com/a ', ' a ', "'=news, b|B", ' c ', "'=1+1"]),
    mapped({ url: 0, slug: 1, tags: 2, utm_term: 3, title: 4, geo: 9 }),
  )

  expect(row?.cells).toEqual({
    url: 'https://e.com/a',
    slug: 'a',
    tags: '=news, b',
    utm_term: ' c ',
    title: '=1+1',
  })
})

it.each([
  ['https://go.example/Sale', { domain: 'go.example', slug: 'Sale' }],
  ['go.example:8080/%C5%BE?x=1', { domain: 'go.example', slug: 'ž' }],
  ['https://go.example/', { slug: 'https://go.example/' }],
  ['sale', { slug: 'sale' }],
  ['sale.v2', { slug: 'sale.v2' }],
])('a short URL in place of a slug keeps its address: %s', (cell, address) => {
  const header = ['url', 'short_url']
  const rows = toImportRows(lines(['e.com', cell]), guessMapping(header, []))

  expect(rows[0]?.cells).toEqual({ url: 'https://e.com', ...address })
})

it('a table has only columns with values, and no formula that a spreadsheet would run', () => {
  const rows = toImportRows(
    lines(['e.com', '', '-x', 'red'], ['', '', '', '']),
    mapped({ url: 0, slug: 1, title: 2, tags: 3 }),
  )

  expect(toTable(rows)).toEqual({
    fields: ['url', 'title', 'tags'],
    data: [['https://e.com', "'-x", 'red']],
  })
})

it('failed rows are a file with their numbers and reasons, which can be imported again', () => {
  const [row] = toImportRows(lines(['e.com', 'old', 'x']), mapped({ url: 0 }))
  if (!row) throw new Error('no row')
  const fault = faultOf(row, { field: 'url', detail: 'url: is required' })

  expect(
    toFailedTable(['Link', 'error', ''], [fault, { ...fault, field: '', detail: 'No.' }]),
  ).toEqual({
    fields: ['Link', '', 'row', 'error'],
    data: [
      ['e.com', 'x', '2', 'Destination: is required'],
      ['e.com', 'x', '2', 'No.'],
    ],
  })
})
