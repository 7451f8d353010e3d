import { expect, it } from 'vitest'
import { guessMapping, tagsOf, toImportRows } from './import.rules.ts'

it.each([
  [['url', 'slug'], [], { url: 0, slug: 1, tags: -1, domain_id: -1 }],
  [
    ['Name', 'Long URL', 'Back-half', 'Domain', 'Tags'],
    [],
    { url: 1, slug: 2, tags: 4, domain_id: 3 },
  ],
  [['a', 'b'], [['x', 'https://e.com']], { url: 1, slug: -1, tags: -1, domain_id: -1 }],
  [['a', 'b'], [['x', 'y']], { url: -1, slug: -1, tags: -1, domain_id: -1 }],
])('columns %j mean what they are called', (header, rows, expected) => {
  expect(guessMapping(header, rows)).toEqual(expected)
})

it('rows are trimmed, empty fields left out, and lines without an address too', () => {
  const rows = [[' https://e.com ', ' a '], ['https://f.com'], ['', 'b']]
  expect(toImportRows(rows, { url: 0, slug: 1, tags: -1, domain_id: -1 })).toEqual([
    { url: 'https://e.com', slug: 'a' },
    { url: 'https://f.com' },
  ])
})

it('tags stand between commas or semicolons, and are one when they differ by case alone', () => {
  const rows = [
    ['https://e.com', 'red, Red ; big'],
    ['https://f.com', ' , '],
    ['https://g.com', 'BIG'],
  ]
  const read = toImportRows(rows, { url: 0, slug: -1, tags: 1, domain_id: -1 })
  expect(read).toEqual([
    { url: 'https://e.com', tags: ['red', 'big'] },
    { url: 'https://f.com' },
    { url: 'https://g.com', tags: ['BIG'] },
  ])
  expect(tagsOf(read)).toEqual(['red', 'big'])
})
