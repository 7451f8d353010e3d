import { Lifecycle } from '@fingerpost/kit/process/lifecycle'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { log, openTestClickHouse } from '../testing/stack.ts'
import { isBadRows } from './clickhouse.client.ts'

const COLUMNS = {
  id: { type: 'UUID' },
  at: { type: "DateTime64(3, 'UTC')" },
  number: { type: 'UInt64' },
  text: { type: 'String' },
  word: { type: 'LowCardinality(String)' },
  flag: { type: 'Bool' },
} as const

const lifecycle = new Lifecycle(log)
let store: Awaited<ReturnType<typeof openTestClickHouse>>

beforeAll(async () => {
  store = await openTestClickHouse(lifecycle)
  const columns = Object.entries(COLUMNS).map(([name, { type }]) => `${name} ${type}`)
  await store.clickhouse.command(
    `CREATE TABLE rows (${columns.join()}) ENGINE = MergeTree ORDER BY ()`,
  )
})
afterAll(() => lifecycle.close())

const row = {
  id: '01930000-0000-7000-8000-0000000000ff',
  at: Date.UTC(2026, 10, 24, 2, 30, 0, 123),
  number: 7,
  text: 'a text',
  word: '',
  flag: true,
}
const stored = () =>
  store.clickhouse.read({
    text: `SELECT * REPLACE (toString(number) AS number, toUnixTimestamp64Milli(at) AS at)
      FROM rows`,
    params: {},
  })

it('values at the limits of their types are stored unchanged', async () => {
  const rows = [
    row,
    { ...row, at: -1, flag: false, word: 'word' },
    { ...row, at: Date.UTC(2299, 11, 31, 23, 59, 59, 999), number: Number.MAX_SAFE_INTEGER },
    { ...row, number: '18446744073709551615', text: '\u{1f600} ü \t\n\r\'"\\' },
    { ...row, id: 'ffffffff-ffff-ffff-ffff-ffffffffffff', text: 'x'.repeat(127) },
    { ...row, text: 'x'.repeat(128), word: 'ü'.repeat(100) },
    { ...row, text: '語'.repeat(16_384), number: 0 },
  ]
  await store.clickhouse.insertBlock('rows', COLUMNS, rows)

  expect(await stored()).toEqual(rows.map((it) => ({ ...it, number: String(it.number) })))
})

it.each([255, 256, 257, 65_536, 65_537])(
  '%d different texts are stored in order',
  async (count) => {
    await store.clickhouse.command('TRUNCATE TABLE rows')
    const rows = Array.from({ length: count * 2 }, (_, i) => ({ ...row, text: `${i % count}` }))
    await store.clickhouse.insertBlock('rows', COLUMNS, rows)

    const text = 'SELECT groupArray(text) AS texts FROM rows'
    const [{ texts } = { texts: [] }] = await store.clickhouse.read<{ texts: string[] }>({
      text,
      params: {},
    })
    expect(texts).toEqual(rows.map((it) => it.text))
  },
)

it.each([
  { id: 'x' },
  { id: undefined },
  { at: 'yesterday' },
  { at: Number.NaN },
  { number: 1.5 },
  { number: -1 },
  { number: '18446744073709551616' },
  { number: 'seven' },
  { text: null },
  { text: undefined },
  { word: 7 },
  { flag: 1 },
])('%j is rejected like a bad row, before anything is sent', async (wrong) => {
  await store.clickhouse.command('TRUNCATE TABLE rows')
  const bad = { ...row, ...wrong }
  for (const rows of [
    [row, bad],
    [bad, row],
  ]) {
    const insert = store.clickhouse.insertBlock('rows', COLUMNS, rows)
    await expect(insert).rejects.toSatisfy(isBadRows)
  }
  expect(await stored()).toEqual([])
})
