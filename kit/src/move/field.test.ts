import { expect, it } from 'vitest'
import {
  added,
  count,
  faultsOf,
  flag,
  id,
  ids,
  list,
  object,
  optional,
  parseLines,
  renumberLine,
  text,
  time,
} from './field.ts'

const FIELDS = {
  id: id('links'),
  folder: optional(id('folders')),
  tags: ids('tags'),
  items: list(object({ id: id('items'), url: text(10) }), 2),
  at: time,
  clicks: count,
  on: flag,
}
const LINE = {
  id: 1,
  folder: null,
  tags: [2, 3],
  items: [{ id: 4, url: 'x' }],
  at: '2026-11-20T08:00:00.000Z',
  clicks: 0,
  on: true,
}

it('a field that older exports lack has its value of then', () => {
  const fields = { ...FIELDS, rules: added(list(object({ id: id('items') }), 2), []) }
  expect(faultsOf(fields, LINE)).toEqual([])
  expect(renumberLine(fields, LINE, (_, it) => it + 1)).toMatchObject({ id: 2, rules: [] })
  const later = { ...LINE, rules: [{ id: 5 }] }
  expect(renumberLine(fields, later, (_, it) => it + 1)).toMatchObject({ rules: [{ id: 6 }] })
  expect(faultsOf(fields, { ...LINE, rules: null })).toHaveLength(1)
})

it('a line with exactly the fields of its kind is valid', () => {
  expect(faultsOf(FIELDS, LINE)).toEqual([])
  expect(faultsOf(FIELDS, {})).toHaveLength(Object.keys(FIELDS).length)
})

it.each([
  ['id', '1'],
  ['id', 0],
  ['id', 1.5],
  ['id', 2 ** 53],
  ['folder', undefined],
  ['tags', [1, '2']],
  ['items', [{ id: 4, url: 'x', more: 1 }]],
  ['items', [{ id: 4, url: 'x'.repeat(11) }]],
  ['items', [null]],
  ['items', Array.from({ length: 3 }, () => ({ id: 4, url: 'x' }))],
  ['at', '2026-11-20'],
  ['at', '2026-13-20T08:00:00.000Z'],
  ['clicks', -1],
  ['clicks', Number.NaN],
  ['on', 1],
  ['other', 1],
])('a line is refused if %s is %j', (name, value) => {
  expect(faultsOf(FIELDS, JSON.parse(JSON.stringify({ ...LINE, [name]: value })))).toHaveLength(1)
})

it('ids of each kind are replaced, wherever they are', () => {
  const to = (kind: string, of: number) => of + kind.length * 100
  expect(renumberLine(FIELDS, { ...LINE, folder: 5 }, to)).toEqual({
    ...LINE,
    id: 501,
    folder: 705,
    tags: [402, 403],
    items: [{ id: 504, url: 'x' }],
  })
})

it('lines that are not objects are reported by what they are', () => {
  const bytes = Buffer.from('{"a":1}\n[]\nnull\n{"a":\n')
  expect(parseLines(bytes)).toEqual([
    { a: 1 },
    'is not a JSON object',
    'is not a JSON object',
    'is not JSON',
  ])
})

it('a line with a byte order mark is not JSON, also the first of a batch', () => {
  for (const line of ['\ufeff', '\ufeff{"a":1}']) {
    expect(parseLines(Buffer.from(`${line}\n{"a":1}\n`))).toEqual(['is not JSON', { a: 1 }])
    expect(parseLines(Buffer.from(`{"a":1}\n${line}\n`))).toEqual([{ a: 1 }, 'is not JSON'])
  }
})
