import { expect, it } from 'vitest'
import { guessMapping, toImportRows } from './import.rules.ts'

it.each([
  [['url', 'slug'], [], { url: 0, slug: 1, domain_id: -1 }],
  [['Name', 'Long URL', 'Back-half', 'Domain'], [], { url: 1, slug: 2, domain_id: 3 }],
  [['a', 'b'], [['x', 'https://e.com']], { url: 1, slug: -1, domain_id: -1 }],
  [['a', 'b'], [['x', 'y']], { url: -1, slug: -1, domain_id: -1 }],
])('columns %j mean what they are called', (header, rows, expected) => {
  expect(guessMapping(header, rows)).toEqual(expected)
})

it('rows are trimmed, empty fields left out, and lines without an address too', () => {
  const rows = [[' https://e.com ', ' a '], ['https://f.com'], ['', 'b']]
  expect(toImportRows(rows, { url: 0, slug: 1, domain_id: -1 })).toEqual([
    { url: 'https://e.com', slug: 'a' },
    { url: 'https://f.com' },
  ])
})
