import { expect, it } from 'vitest'
import {
  looksLikeData,
  namesOf,
  sheetOf,
  sheetOfJson,
  splitSeparatorLine,
  tagsCell,
  withoutHeader,
} from './sheet.rules.ts'

it.each([
  ['sep=;\r\nurl;slug\r\n', { delimiter: ';', table: 'url;slug\r\n' }],
  ['\ufeff"sep=\t"\nurl\tslug\n', { delimiter: '\t', table: 'url\tslug\n' }],
  ['url;slug\n', { delimiter: '', table: 'url;slug\n' }],
])('the separator line of %j sets the delimiter and is not a header', (text, expected) => {
  expect(splitSeparatorLine(text)).toEqual(expected)
})

it('lines keep their numbers in the file, and blank ones are omitted', () => {
  const table = [[''], [' url ', 'slug'], ['a', ''], ['', ' '], ['b', 'c'], ['']]
  expect(sheetOf('x.csv', table)).toMatchObject({
    header: ['url', 'slug'],
    lines: [
      { number: 3, cells: ['a', ''] },
      { number: 5, cells: ['b', 'c'] },
    ],
  })
})

it.each([
  [['url', 'slug'], false],
  [['https://e.com/a', 'one'], true],
  [['one', 'e.com/a'], true],
  [['Name', 'Page'], false],
])('whether %j looks like data', (cells, expected) => {
  expect(looksLikeData(sheetOf('x.csv', [cells]))).toBe(expected)
})

it('a first line that is data becomes the first link', () => {
  const sheet = withoutHeader(sheetOf('x.csv', [['e.com', 'a'], ['f.com']]))

  expect(sheet.header).toEqual(['', ''])
  expect(sheet.lines.map(({ number }) => number)).toEqual([1, 2])
  expect(looksLikeData(sheet)).toBe(false)
})

const LINK = {
  url: 'https://e.com',
  title: '=1',
  folder: { id: 1, name: 'Print' },
  tags: [
    { id: 1, name: 'a, b' },
    { id: 2, name: 'c' },
  ],
  ab: [{ id: 3, url: 'https://e.com/b', percent: 50 }],
  geo: [],
  expires_after: 0,
  has_password: false,
  ios: null,
}
const CELLS = [
  'https://e.com',
  "'=1",
  'Print',
  '"a, b", c',
  '[{"id":3,"url":"https://e.com/b","percent":50}]',
  '',
  '0',
  'false',
  '',
]

it.each([
  [
    'one link per line',
    `\n${JSON.stringify(LINK)}\n${JSON.stringify({ url: 'x', slug: 'y' })}\n`,
    [2, 3],
  ],
  ['an array', JSON.stringify([LINK, { url: 'x', slug: 'y' }]), [1, 2]],
])('JSON as %s has the cells of an export as CSV', (_, text, numbers) => {
  const { header, lines } = sheetOfJson('links.json', text)

  expect(header).toEqual([...Object.keys(LINK), 'slug'])
  expect(lines[0]?.cells).toEqual([...CELLS, ''])
  expect(lines[1]?.cells).toEqual(['x', ...Array(8).fill(''), 'y'])
  expect(lines.map(({ number }) => number)).toEqual(numbers)
})

it.each([
  ['{"url":"x"}\n{', 'Line 2 is not valid JSON'],
  ['[', 'This file is not valid JSON'],
  ['{}\n7', 'Link 2 of this file is not a JSON object'],
])('%j is refused with its line', (text, message) => {
  expect(() => sheetOfJson('x.json', text)).toThrow(message)
})

it.each([
  ['red, Red ; big|blue', ['red', 'big', 'blue']],
  [' , ', []],
  ['"a, b", c', ['a, b', 'c']],
  ['say "hi"; "x""y;z"', ['say "hi"', 'x"y;z']],
])('the names in %j are separated, unquoted, and deduplicated ignoring case', (cell, names) => {
  expect(namesOf(cell)).toEqual(names)
  expect(namesOf(tagsCell(names))).toEqual(names)
})
