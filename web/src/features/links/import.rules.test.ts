import { expect, it } from 'vitest'
import { guessMapping, splitSeparatorLine, tagsOf, toImportRows } from './import.rules.ts'

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

it.each([
  ['sep=;\r\nurl;slug\r\n', { delimiter: ';', table: 'url;slug\r\n' }],
  ['\ufeff"sep=\t"\nurl\tslug\n', { delimiter: '\t', table: 'url\tslug\n' }],
  ['url;slug\n', { delimiter: '', table: 'url;slug\n' }],
])('the separator line of %j names the delimiter and is no header', (text, expected) => {
  expect(splitSeparatorLine(text)).toEqual(expected)
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
