import { expect, it } from 'vitest'
import { namesOf, sheetOf, typeOf } from './sheet.rules.ts'

it.each([
  ['links.csv', 'text/csv'],
  ['dump.SQL', 'application/sql'],
  ['bookmarks.html', 'text/html'],
  ['links.ndjson', 'application/x-ndjson'],
  ['answer.json', 'application/json'],
  ['links', 'text/csv'],
])('the content type of %s is %s', (name, type) => expect(typeOf(name)).toBe(type))

it.each([
  ['links.csv', 'url', 2],
  ['links.csv', 'column 1', 1],
  ['links.json', 'url', 1],
])('the first row of %s with the column %s has the number %i', (name, column, number) => {
  const columns = [{ name: column, field: null, values: 1 }]
  const sheet = sheetOf(new File([], name), { columns, rows: [['x']], tables: [] })

  expect(sheet.lines).toEqual([{ number, cells: ['x'] }])
})

it.each([
  ['red, Red ; big|blue', ['red', 'big', 'blue']],
  [' , ', []],
  ['"a, b", c', ['a, b', 'c']],
  ['say "hi"; "x""y;z"', ['say "hi"', 'x"y;z']],
  ['["a, b",{"id":1,"name":"c"}]', ['a, b', 'c']],
])('the names in %j are separated, unquoted, and deduplicated ignoring case', (cell, names) => {
  expect(namesOf(cell)).toEqual(names)
})
