import { wholeTeam } from '@fingerpost/kit/grpc/context'
import { Lifecycle } from '@fingerpost/kit/process/lifecycle'
import type { ScanClicksRequest } from '@fingerpost/protos/analytics/v1/analytics'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { clickRepository } from '../clicks/click.repository.ts'
import type { ClickRow } from '../clicks/click.schema.ts'
import { makeClicks } from '../testing/model.ts'
import { as, log, openTestAnalytics, openTestClickHouse } from '../testing/stack.ts'
import { resolvePeriod } from './period.rules.ts'
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

const filter = { period: 'all', include_bots: true }
const model = makeClicks(NOW)[0] as ClickRow

/** Inserts clicks of a team at these times. */
const clicksAt = (orgId: number, times: readonly number[], fields: Partial<ClickRow> = {}) =>
  times.map((ms, i) => ({
    ...model,
    ...fields,
    id: `01930000-${orgId.toString(16).padStart(4, '0')}-7000-8000-${(ms % 1e6).toString(16).padStart(6, '0')}${i.toString(16).padStart(6, '0')}`,
    org_id: orgId,
    created_at: ms,
  }))

async function scanAll(orgId: number, request: Partial<ScanClicksRequest> = {}) {
  const pieces = []
  for (let last: { before_ms: number; before_id: string } | undefined; ; ) {
    const asked = { filter, limit: 1_000, ...request, ...last }
    const { items, ended } = await analytics.scanClicks(asked, as(orgId))
    pieces.push(items)
    const end = items.at(-1)
    if (ended || !end) return pieces
    last = { before_ms: end.created_at_ms, before_id: end.id }
  }
}

it('pieces contain all clicks once, newest first, even many in one millisecond', async () => {
  const times = Array.from({ length: 500 }, (_, i) => NOW - 3_600_000 * Math.floor(i / 50))
  const rows = clicksAt(5, times)
  await insert(rows)
  const seen = (await scanAll(5, { limit: 70 })).flat()

  expect(seen.map(({ id }) => id).toSorted()).toEqual(rows.map(({ id }) => id).toSorted())
  expect(seen.map(({ created_at_ms: createdAtMs }) => createdAtMs)).toEqual(
    times.toSorted((a, b) => b - a),
  )
})

it('a piece reads few granules, even far from the newest click', async () => {
  await store.clickhouse.command(
    `INSERT INTO clicks_raw_v1 (id, created_at, org_id, link_id)
     SELECT generateUUIDv4(), fromUnixTimestamp64Milli(toInt64({now:Int64} - number * 1000)), 6, 1
     FROM numbers(100000)`,
    { now: NOW },
  )
  const scope = { ...wholeTeam(6), filter, period: resolvePeriod(filter, NOW) }
  /** Number of rows that ClickHouse reads for a piece before this time. */
  const rowsRead = async (before_ms: number) => {
    const piece = { limit: 100, before_ms, before_id: 'ffffffff-ffff-ffff-ffff-ffffffffffff' }
    const { text, params } = readPiece(scope, piece)
    const url = new URL(store.env.CLICKHOUSE_URL)
    url.searchParams.set('database', store.env.CLICKHOUSE_DATABASE)
    for (const [name, value] of Object.entries(params)) {
      url.searchParams.set(`param_${name}`, `${value}`)
    }
    const headers = { 'x-clickhouse-user': url.username, 'x-clickhouse-key': url.password }
    url.username = url.password = ''
    const body = `${text} FORMAT JSON`
    const answer = await fetch(url, { method: 'POST', headers, body })
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

it('completely delivered slots and older clicks than requested are left out', async () => {
  const at = (ms: number) => NOW - (NOW % 250) + ms
  const rows = clicksAt(8, [-60_000, 0, 10, 20, 250, 260, 700].map(at))
  await insert(rows)
  const slot = Math.floor(NOW / 250)
  const delivered = { slot_ms: 250, slots: [slot, slot + 1], clicks: [2, 2] }
  const [fresh = []] = await scanAll(8, { since_ms: at(-30_000), delivered })

  expect(fresh.map(({ created_at_ms: createdAtMs }) => createdAtMs - at(0))).toEqual([
    700, 20, 10, 0,
  ])
})

describe('an export', () => {
  const time = '2026-11-20T12:00:00.000Z'
  const nasty: Partial<ClickRow> = {
    title: 'a "quoted", title\nof two lines',
    url: 'https://e.com/ü?a=1,2',
    region: '=1+1',
    city: '@cmd',
    referer: '-',
    brand: '\uff1dx',
    geo: '{"latitude":-1.5}',
    query: '{"q":"=\\"1\\""}',
    color_scheme: '',
    utm_source: 'a\u2028b\0c',
    utm_medium: '',
  }
  const exported = async (orgId: number, format: string) => {
    const pieces: Buffer[] = []
    for (let last: Partial<ScanClicksRequest> = {}; ; ) {
      const answer = await analytics.exportClicks({ filter, format, ...last }, as(orgId))
      pieces.push(Buffer.from(answer.text))
      if (answer.ended) return { text: Buffer.concat(pieces).toString(), pieces }
      last = { before_ms: answer.before_ms, before_id: answer.before_id }
    }
  }

  it('contains all fields of a click, as CSV and as JSON', async () => {
    const [click] = clicksAt(20, [Date.parse(time)], nasty) as [ClickRow]
    await insert([click])
    const json = JSON.parse((await exported(20, 'ndjson')).text)
    const [head, ...lines] = (await exported(20, 'csv')).text.split('\n')

    expect(json).toEqual({
      ...Object.fromEntries(
        Object.keys(json).map((name) => [name, click[name as keyof ClickRow] ?? null]),
      ),
      link_id: `${click.link_id}`,
      created_at: time,
      updated_at: time,
      geo: { latitude: -1.5 },
      query: { q: '="1"' },
      ...Object.fromEntries(
        ['color_scheme', ...Object.keys(click).filter((name) => name.startsWith('utm_'))].map(
          (name) => [name, click[name as keyof ClickRow] || null],
        ),
      ),
    })
    expect(head).toBe(Object.keys(json).join(','))
    const row = lines.join('\n')
    expect(row).toContain(`,${time},${time},"a ""quoted"", title\nof two lines",`)
    expect(row).toContain(`,'-,`)
    expect(row).toContain(
      `,'=1+1,'@cmd,,false,false,{"latitude":-1.5},`.replace(
        '{"latitude":-1.5}',
        '"{""latitude"":-1.5}"',
      ),
    )
    expect(row).toContain('"{""q"":""=\\""1\\""""}",a\u2028b\0c,,')
    expect(row).toContain(`,'\uff1dx,`)
  })

  it('contains the clicks of the team, each once, in pieces of limited size', async () => {
    await store.clickhouse.command(
      `INSERT INTO clicks_raw_v1 (id, created_at, org_id, link_id, url)
       SELECT generateUUIDv4(), fromUnixTimestamp64Milli(toInt64({now:Int64} - intDiv(number, 7))), 21, 1,
         if(number < 2000, repeat('x', 10000), 'short')
       FROM numbers(20000)`,
      { now: NOW },
    )
    const { text, pieces } = await exported(21, 'ndjson')
    const clicks = text
      .trim()
      .split('\n')
      .map((line) => JSON.parse(line))

    expect(clicks).toHaveLength(20_000)
    expect(new Set(clicks.map(({ id }) => id)).size).toBe(20_000)
    expect(pieces.length).toBeGreaterThan(4)
    for (const piece of pieces) expect(piece.length).toBeLessThan(9_000_000)
  })

  it('without clicks has only the header; an unknown format is rejected', async () => {
    expect((await exported(22, 'csv')).text).toMatch(/^id,link_id,.*,trigger,opted_out\n$/)
    expect((await exported(22, 'ndjson')).text).toBe('')
    await expect(exported(22, 'xlsx')).rejects.toMatchObject({ code: 'invalid_request' })
  })
})
