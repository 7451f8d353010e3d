import { expect, it } from 'vitest'
import {
  changedColumns,
  FIELDS,
  faultOf,
  firstRows,
  foundMapping,
  leftOut,
  toFailedTable,
} from './import.rules.ts'
import { sheetOf } from './sheet.rules.ts'

/** A file with these columns, each with the field that it is recognized as. */
const sheet = (columns: Record<string, string | null>, ...rows: string[][]) =>
  sheetOf(new File([], 'x.csv'), {
    columns: Object.entries(columns).map(([name, field]) => ({ name, field, values: rows.length })),
    rows,
    tables: [],
  })

it('columns have the fields that the API has found, and only changes are sent', () => {
  const file = sheet({ 'Long URL': 'url', Ending: null, Title: 'title', Made: 'created_at' })
  const mapping = foundMapping(file)

  expect(FIELDS.filter((field) => mapping[field] >= 0)).toEqual(['url', 'title'])
  expect(changedColumns(file, mapping)).toEqual({})
  expect(changedColumns(file, { ...mapping, slug: 1, title: -1 })).toEqual({
    Ending: 'slug',
    Title: null,
  })
})

it('columns that are not imported are named with their number of values', () => {
  const file = sheet({ url: 'url', Note: null, Made: 'created_at', tags: 'tags' }, ['x'], ['y'])
  const mapping = foundMapping(file)

  expect(leftOut(file, mapping)).toEqual([{ name: 'Note', values: 2 }])
  expect(leftOut(file, { ...mapping, title: 1, tags: -1 })).toEqual([{ name: 'tags', values: 2 }])
  expect(leftOut(sheet({ url: 'url', Note: null }), mapping)).toEqual([])
})

it.each([
  ['https://go.example/Sale', { domain: 'go.example', slug: 'Sale' }],
  ['go.example:8080/%C5%BE?x=1', { domain: 'go.example', slug: 'ž' }],
  ['https://go.example/', { slug: 'https://go.example/' }],
  ['sale', { slug: 'sale' }],
  ['sale.v2', { slug: 'sale.v2' }],
])('the preview has the address of the short URL %s', (cell, address) => {
  const cells = ['https://e.com', cell]
  for (const field of ['slug', 'short_url']) {
    const file = sheet({ url: 'url', Short: field }, cells)
    expect(firstRows(file, foundMapping(file), 5)).toEqual([
      { line: { number: 2, cells }, cells: { url: 'https://e.com', ...address } },
    ])
  }
})

it('failed rows are a file with their numbers and reasons, which can be imported again', () => {
  const line = { number: 2, cells: ['e.com', 'old', 'x'] }
  const fault = faultOf(line, { field: 'url', code: 'required', detail: 'url: is required' })

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
