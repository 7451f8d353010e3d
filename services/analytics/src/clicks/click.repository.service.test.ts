import { Lifecycle } from '@fingerpost/kit/process/lifecycle'
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest'
import { type ModelClick, makeClicks } from '../testing/model.ts'
import { log, openTestClickHouse } from '../testing/stack.ts'
import { totalRepository } from '../totals/total.repository.ts'
import { type ClickRepository, clickRepository } from './click.repository.ts'

const lifecycle = new Lifecycle(log)
let store: Awaited<ReturnType<typeof openTestClickHouse>>
let repository: ClickRepository
let clicks: ModelClick[]

beforeAll(async () => {
  store = await openTestClickHouse(lifecycle)
  repository = clickRepository(store.clickhouse)
})
beforeEach(async () => {
  await store.clickhouse.command('TRUNCATE TABLE clicks_raw_v1')
  clicks = makeClicks(Date.now()) // over many months, so over many parts
})
afterAll(() => lifecycle.close())

const count = () => store.scalar('SELECT count() FROM clicks_raw_v1')

it('three inserts with one token count once, in each month', async () => {
  for (let i = 0; i < 3; i++) await repository.insert('token', clicks.slice(0, 300))

  expect(await count()).toBe(300)
})

it('concurrent inserts with one token count once', async () => {
  await Promise.all([1, 2, 3, 4].map(() => repository.insert('token', clicks.slice(0, 300))))

  expect(await count()).toBe(300)
})

/** What a kill of ClickHouse during an insert leaves: its token without its rows. */
const loseRows = (table: string) =>
  store.clickhouse.command(`ALTER TABLE ${table} DELETE WHERE true SETTINGS mutations_sync = 2`)

const ofOneMonth = () =>
  clicks.slice(0, 300).map((it) => ({ ...it, created_at: Date.UTC(2026, 0, 15) }))

it('a repeated insert stores rows of which ClickHouse kept only the token, however often', async () => {
  const rows = ofOneMonth()
  await repository.insert('token', rows)
  for (let i = 0; i < 3; i++) {
    await loseRows('clicks_raw_v1')
    await repository.insert('token', rows)

    expect(await count()).toBe(300)
  }
})

it('concurrent repeated inserts of lost rows count once', async () => {
  const rows = ofOneMonth()
  await repository.insert('token', rows)
  await loseRows('clicks_raw_v1')
  await Promise.all([1, 2, 3, 4].map(() => repository.insert('token', rows)))

  expect(await count()).toBe(300)
})

it('rejected clicks of which ClickHouse kept only the token are stored again, each once', async () => {
  const rows = [0, 1, 2].map((position) => ({ job_id: 'j', position, reason: '', click: '{}' }))
  await repository.reject('token', rows)
  await loseRows('clicks_rejected_v1')
  for (let i = 0; i < 2; i++) await repository.reject('token', rows)

  expect(await store.scalar("SELECT count() FROM clicks_rejected_v1 WHERE job_id = 'j'")).toBe(3)
})

it('one insert may have clicks of more months than the default limit of ClickHouse', async () => {
  const rows = Array.from({ length: 150 }, (_, i) => ({
    ...clicks[i]!,
    created_at: Date.UTC(2000, i, 15),
  }))
  await repository.insert('token', rows)

  expect(await count()).toBe(150)
})

it('an insert with another token adds only missing rows, regardless of their age', async () => {
  await repository.insert('token', clicks.slice(0, 100))
  await repository.insert('another', clicks.slice(50, 200))

  expect(await count()).toBe(200)
  expect(await store.scalar('SELECT uniqExact(id) FROM clicks_raw_v1')).toBe(200)
})

it('duplicate rows in one insert count once', async () => {
  await repository.insert('token', [...clicks, ...clicks, ...clicks])

  expect(await count()).toBe(clicks.length)
})

it('every column of a row is stored unchanged', async () => {
  const { at: _, ...given } = clicks[7]!
  const row = { ...given, visitor: '18446744073709551615' } // beyond 2^53
  await repository.insert('token', [row])

  const text = `SELECT * REPLACE (toString(visitor) AS visitor,
    toUnixTimestamp64Milli(created_at) AS created_at) FROM clicks_raw_v1`
  expect(await store.clickhouse.read({ text, params: {} })).toEqual([row])
})

it('totals are the same before parts are merged, after, and read without the projection', async () => {
  for (let i = 0; i < 20; i++) {
    await repository.insert(`token ${i}`, clicks.slice(i * 150, (i + 1) * 150))
  }
  const links = [1, 2, 3, 4].map((link_id) => ({ org_id: 1, link_id }))
  const sorted = async () =>
    (await totalRepository(store.clickhouse).read(links)).toSorted((a, b) => a.link_id - b.link_id)
  const wanted = links.map(({ link_id }) => {
    const own = clicks.filter((it) => it.org_id === 1 && it.link_id === link_id && !it.is_bot)
    return { link_id, clicks: own.length, clicked_at_ms: Math.max(...own.map((it) => it.at)) }
  })

  expect(await sorted()).toEqual(wanted)
  await store.clickhouse.command('OPTIMIZE TABLE clicks_raw_v1 FINAL')
  expect(await sorted()).toEqual(wanted)
  expect(
    await store.scalar(`SELECT sum(rows) > 0 FROM system.projection_parts
      WHERE database = currentDatabase() AND table = 'clicks_raw_v1' AND active`),
  ).toBe(1)
})
