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
])('the columns %j are mapped by their names', (header, rows, expected) => {
  expect(guessMapping(header, rows)).toEqual(expected)
})

it.each([
  ['sep=;\r\nurl;slug\r\n', { delimiter: ';', table: 'url;slug\r\n' }],
  ['\ufeff"sep=\t"\nurl\tslug\n', { delimiter: '\t', table: 'url\tslug\n' }],
  ['url;slug\n', { delimiter: '', table: 'url;slug\n' }],
])('the separator line of %j sets the delimiter and is not a header', (text, expected) => {
  expect(splitSeparatorLine(text)).toEqual(expected)
})

it('rows are trimmed, and empty fields and rows without a URL are omitted', () => {
  const rows = [[' https://e.com ', ' a '], ['f.com'], ['', 'b']]
  expect(toImportRows(rows, { url: 0, slug: 1, tags: -1, domain_id: -1 })).toEqual([
    { url: 'https://e.com', slug: 'a' },
    { url: 'https://f.com' },
  ])
})

it('tags are separated by commas or semicolons, and deduplicated ignoring case', () => {
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
