import { Lifecycle } from '@fingerpost/kit/lifecycle'
import type { ScanClicksRequest } from '@fingerpost/protos/analytics/v1/analytics'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { type ClickRow, clickRepository } from '../clicks/click.repository.ts'
import { makeClicks } from '../testing/model.ts'
import { as, log, openTestAnalytics, openTestClickHouse } from '../testing/stack.ts'
import { ALL_TIME } from './period.rules.ts'
import { readPiece } from './scan.repository.ts'

const NOW = Date.parse('2026-11-20T13:37:42.123Z')
const lifecycle = new Lifecycle(log)
let store: Awaited<ReturnType<typeof openTestClickHouse>>
let analytics: Awaited<ReturnType<typeof openTestAnalytics>>['analytics']
const insert = (rows: ClickRow[]) =>
  clickRepository(store.clickhouse).insert(crypto.randomUUID(), rows)

beforeAll(async () => {
  store = await openTestClickHouse(lifecycle)
  ;({ analytics } = await openTestAnalytics(lifecycle, store.env, () => NOW))
})
afterAll(() => lifecycle.close())

const filter = { period: 'all', includeBots: true }
const model = makeClicks(NOW)[0] as ClickRow

/** Clicks of a team at these times. */
const clicksAt = (orgId: number, times: readonly number[], fields: Partial<ClickRow> = {}) =>
  times.map((ms, i) => ({
    ...model,
    ...fields,
    id: `01930000-${orgId.toString(16).padStart(4, '0')}-7000-8000-${(ms % 1e6).toString(16).padStart(6, '0')}${i.toString(16).padStart(6, '0')}`,
    org_id: orgId,
    created_at: new Date(ms).toISOString().slice(0, -1).replace('T', ' '),
  }))

async function scanAll(orgId: number, request: Partial<ScanClicksRequest> = {}) {
  const pieces = []
  for (let last: { beforeMs: number; beforeId: string } | undefined; ; ) {
    const asked = { filter, limit: 1_000, ...request, ...last }
    const { items, ended } = await analytics.scanClicks(asked, as(orgId))
    pieces.push(items)
    const end = items.at(-1)
    if (ended || !end) return pieces
    last = { beforeMs: end.createdAtMs, beforeId: end.id }
  }
}

it('all clicks come piece by piece, each once and newest first, many of one millisecond too', async () => {
  const times = Array.from({ length: 500 }, (_, i) => NOW - 3_600_000 * Math.floor(i / 50))
  const rows = clicksAt(5, times)
  await insert(rows)
  const seen = (await scanAll(5, { limit: 70 })).flat()

  expect(seen.map(({ id }) => id).toSorted()).toEqual(rows.map(({ id }) => id).toSorted())
  expect(seen.map(({ createdAtMs }) => createdAtMs)).toEqual(times.toSorted((a, b) => b - a))
})

it('a piece reads a few granules, also far from the newest click', async () => {
  await store.clickhouse.command(
    `INSERT INTO clicks_raw_v1 (id, created_at, org_id, link_id)
     SELECT generateUUIDv4(), fromUnixTimestamp64Milli(toInt64({now:Int64} - number * 1000)), 6, 1
     FROM numbers(100000)`,
    { now: NOW },
  )
  const scope = { orgId: 6, filter, period: { ...ALL_TIME, days: Infinity, zone: 'UTC' } }
  /** How many rows ClickHouse reads for a piece before this instant. */
  const rowsRead = async (beforeMs: number) => {
    const piece = { limit: 100, beforeMs, beforeId: 'ffffffff-ffff-ffff-ffff-ffffffffffff' }
    const { text, params } = readPiece(scope, piece)
    const url = new URL(store.env.CLICKHOUSE_URL)
    url.searchParams.set('database', store.env.CLICKHOUSE_DATABASE)
    for (const [name, value] of Object.entries(params)) {
      url.searchParams.set(`param_${name}`, `${value}`)
    }
    const answer = await fetch(url, { method: 'POST', body: `${text} FORMAT JSON` })
    const { rows, statistics } = (await answer.json()) as {
      rows: number
      statistics: { rows_read: number }
    }
    expect(rows).toBe(100)
    return statistics.rows_read
  }

  expect(await rowsRead(NOW - 90_000_000)).toBeLessThan(25_000)
  expect(await rowsRead(NOW - 20_000_000)).toBeLessThan(25_000)
})

it('long addresses make pieces of more bytes than one message of gRPC shorter, and lists larger', async () => {
  const url = `https://example.com/${'ü'.repeat(16_000)}`
  const rows = clicksAt(
    7,
    Array.from({ length: 200 }, (_, i) => NOW - i * 1_000),
    { url },
  )
  await insert(rows)
  const pieces = await scanAll(7)
  const { items } = await analytics.listClicks({ filter, page: { page: 0, limit: 100 } }, as(7))

  expect(pieces.flat()).toHaveLength(200)
  expect(pieces.length).toBeGreaterThan(1)
  for (const piece of pieces) expect(piece.length * Buffer.byteLength(url)).toBeLessThan(3_200_000)
  expect(items).toHaveLength(100)
})

it('slots of which the caller has every click are left out, and what is older than asked', async () => {
  const at = (ms: number) => NOW - (NOW % 250) + ms
  const rows = clicksAt(8, [-60_000, 0, 10, 20, 250, 260, 700].map(at))
  await insert(rows)
  const slot = Math.floor(NOW / 250)
  const delivered = { slotMs: 250, slots: [slot, slot + 1], clicks: [2, 2] }
  const [fresh = []] = await scanAll(8, { sinceMs: at(-30_000), delivered })

  expect(fresh.map(({ createdAtMs }) => createdAtMs - at(0))).toEqual([700, 20, 10, 0])
})
