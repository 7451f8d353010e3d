import { randomUUID } from 'node:crypto'
import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { wholeTeam } from '@fingerpost/kit/grpc/context'
import { setPace } from '@fingerpost/kit/process/pace'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { clickRepository } from '../../services/analytics/src/clicks/click.repository.ts'
import {
  CLICK_COLUMNS,
  type ClickRow,
  EMPTY_ROW,
} from '../../services/analytics/src/clicks/click.schema.ts'
import { groupRepository } from '../../services/analytics/src/groups/group.repository.ts'
import { GROUP_FIELDS } from '../../services/analytics/src/groups/group.rules.ts'
import { linkChangeRepository } from '../../services/analytics/src/links/link-change.repository.ts'
import { reportRepository } from '../../services/analytics/src/reports/report.repository.ts'
import type { TeamSize } from '../../services/analytics/src/reports/scope.rules.ts'
import { openClickHouse } from '../../services/analytics/src/store/clickhouse.client.ts'
import { onCluster } from '../../services/analytics/src/store/cluster.rules.ts'
import { statementsOf } from '../../services/analytics/src/store/migration.repository.ts'
import { where } from '../../services/analytics/src/testing/filter.ts'
import { totalRepository } from '../../services/analytics/src/totals/total.repository.ts'
import { root } from '../faults/test-stack.ts'
import { CLUSTER, openShards, withoutReplicas } from './shards.ts'

const ORG = 7
const LINKS = Array.from({ length: 40 }, (_, i) => i + 1)
const TIME_MS = Date.UTC(2026, 0, 2)

let cluster: Awaited<ReturnType<typeof openShards>>
let clickhouse: ReturnType<typeof openClickHouse>
let inserted = 0
beforeAll(async () => {
  setPace(20) // On a busy machine, a count of visitors that takes too long would be left out.
  cluster = await openShards()
  const folder = join(root, 'services', 'analytics', 'migrations')
  const texts = globSync('*.sql', { cwd: folder }).sort()
  const statements = texts.flatMap((name) => statementsOf(readFileSync(join(folder, name), 'utf8')))
  for (const shard of cluster.shards) {
    await cluster.query(shard, 'CREATE DATABASE analytics ENGINE = Atomic')
    for (const it of statements.flatMap((text) => onCluster(text, CLUSTER))) {
      await cluster.query(
        { ...shard, url: `${shard.url}/?database=analytics` },
        withoutReplicas(it),
      )
    }
  }
  clickhouse = openClickHouse({
    CLICKHOUSE_URL: cluster.shards[0]!.url,
    CLICKHOUSE_DATABASE: 'analytics',
    CLICKHOUSE_CLUSTER: CLUSTER,
  })
})
afterAll(async () => {
  setPace(1)
  await clickhouse?.close()
  await cluster?.close()
})

const clicksOf = (links: readonly number[]): ClickRow[] =>
  links.map((link_id) => {
    const row = { ...EMPTY_ROW, id: randomUUID(), created_at: TIME_MS, org_id: ORG, link_id }
    return { ...row, url: `https://${link_id}.example/` }
  })

const scope = (filter: object = {}) => ({
  ...wholeTeam(ORG),
  filter: { include_bots: false, ...filter } as never,
  period: { fromMs: 0, toMs: TIME_MS * 2, zone: 'UTC' } as never,
})

const count = () => reportRepository(clickhouse).countClicks(scope())

const onEach = async (sql: string) =>
  Promise.all(cluster.shards.map(async (it) => (await cluster.query(it, sql)).split('\n')))

it('clicks are spread over the shards, those of one link on one shard, and are counted together', async () => {
  await clickRepository(clickhouse).insert(randomUUID(), clicksOf([...LINKS, ...LINKS, ...LINKS]))
  inserted += 3 * LINKS.length

  const held = await onEach('SELECT DISTINCT link_id FROM analytics.clicks_raw_v1_local')
  expect(
    held
      .flat()
      .map(Number)
      .sort((a, b) => a - b),
  ).toEqual(LINKS)
  for (const links of held) expect(links.length).toBeGreaterThan(5)
  expect(await count()).toBe(inserted)
})

it('repeating a token, or the same clicks under another token, changes nothing on any shard', async () => {
  const [token, rows] = [randomUUID(), clicksOf(LINKS)]
  for (let i = 0; i < 3; i++) await clickRepository(clickhouse).insert(token, rows)
  inserted += rows.length

  expect(await count()).toBe(inserted)
  await clickRepository(clickhouse).insert(randomUUID(), rows)
  expect(await count()).toBe(inserted)
})

it('an insert that one shard missed is complete after a retry, without duplicates', async () => {
  const [token, rows] = [randomUUID(), clicksOf(LINKS)]
  await cluster.killed(cluster.shards[1]!, async () => {
    // Skips the check of the table, because reading without a shard crashes the npm build of the
    // server.
    await expect(
      clickhouse.insertBlock('clicks_raw_v1', CLICK_COLUMNS, rows, token),
    ).rejects.toThrow()
  })

  await clickRepository(clickhouse).insert(token, rows)
  inserted += rows.length

  expect(await count()).toBe(inserted)
})

it('folder and tag filters find their clicks, and totals are right', async () => {
  const change = (link_id: number) => ({
    ...{ version: 1, org_id: ORG, link_id, domain_id: 1, domain: 'localhost', slug: `${link_id}` },
    ...{ short_url: '', url: '', title: '', deleted: false, created_at_ms: 0, updated_at_ms: 0 },
    ...{ folder_id: link_id % 2, tag_ids: [link_id % 4] },
  })
  await linkChangeRepository(clickhouse).upsert(LINKS.map(change) as never)
  const reports = reportRepository(clickhouse)

  expect(await reports.countClicks(scope(where({ folder_id: 1 })))).toBe(inserted / 2)
  expect(await reports.countClicks(scope(where({ folder_id: 0 })))).toBe(inserted / 2)
  expect(await reports.countClicks(scope(where({ tag_id: 3 })))).toBe(inserted / 4)
  const touched = LINKS.map((link_id) => ({ org_id: ORG, link_id }))
  const totals = await totalRepository(clickhouse).read(touched)
  expect(
    totals.map(({ link_id, clicks }) => [Number(link_id), clicks]).sort(([a], [b]) => a! - b!),
  ).toEqual(LINKS.map((link_id) => [link_id, inserted / LINKS.length]))
})

it('reports are the same whether clicks and visitors are counted in one query or apart', async () => {
  const rows = clicksOf([...LINKS, ...LINKS]).map((row, i) => ({
    ...row,
    country: ['DE', 'FR', ''][i % 3] ?? '',
    visitor: String(1 + (i % 7)),
    created_at: TIME_MS - i * 3_600_000,
  }))
  await clickRepository(clickhouse).insert(randomUUID(), rows)
  inserted += rows.length
  const answers = (teamSize: TeamSize | undefined) => {
    const all = { ...scope(), teamSize }
    const times = { fromMs: 0, toMs: TIME_MS * 2, days: 30, nowMs: TIME_MS }
    const period = { ...times, zone: 'Asia/Kolkata' }
    const page = { offset: 0, limit: 100 }
    return Promise.all([
      groupRepository(clickhouse).list(all, GROUP_FIELDS, page),
      reportRepository(clickhouse).listDestinations(all, page),
      reportRepository(clickhouse).listOriginals(all, page),
      reportRepository(clickhouse).countByInterval({ ...all, period }, 'day', undefined),
    ])
  }
  const small = await answers({ busiestDay: 1, busiestMonth: inserted, total: inserted })

  expect(small).toEqual(await answers(undefined))
  expect(small[0].find(({ field }) => field === 'countries')?.items).toMatchObject([
    { value: '', clicks: inserted - 54 },
    { title: 'France', clicks: 27, visitors: 24 },
    { title: 'Germany', clicks: 27, visitors: 24 },
  ])
})
