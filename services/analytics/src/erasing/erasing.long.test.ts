import { Lifecycle } from '@fingerpost/kit/process/lifecycle'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { clickRepository } from '../clicks/click.repository.ts'
import { cutoffOf } from '../cutoffs/cutoff.rules.ts'
import { matchErasures } from '../erasures/erasure.rules.ts'
import { openErasing } from '../testing/erasing.ts'
import type { ModelClick } from '../testing/model.ts'
import {
  failingStore,
  oldClick,
  openRetentionStand,
  type RetentionStand,
} from '../testing/retention.ts'
import { jobOf, log, makeClick } from '../testing/stack.ts'

const DAY_MS = 86_400_000
const ADDRESS = '203.0.113.77'
let lifecycle: Lifecycle
let stand: RetentionStand
let erasing: ReturnType<typeof openErasing>
const from = (orgId: number, ip: string, daysAgo: number, fields = {}): ModelClick =>
  Object.assign(oldClick(Date.now() - daysAgo * DAY_MS, { org_id: orgId, ...fields }), { ip })

beforeEach(async () => {
  lifecycle = new Lifecycle(log)
  stand = await openRetentionStand(lifecycle)
  erasing = openErasing(stand)
  for (const orgId of [1, 2]) {
    for (const days of [0.01, 5, 40, 100]) await stand.visit(from(orgId, ADDRESS, days))
    await stand.visit(from(orgId, '203.0.112.1', 3))
    await stand.visit(from(orgId, '2001:db8:1:2::3', 3))
  }
})
afterEach(() => lifecycle.close())

const stored = (orgId: number) => stand.before(orgId, Date.now() + DAY_MS)
const of = (orgId: number) => stand.clicks.filter((it) => it.org_id === orgId)

/** The clicks that an erasure of team 1 should include. */
function included(criteria: Parameters<typeof erasing.ask>[1]): ModelClick[] {
  const includes = matchErasures([
    {
      org_id: 1,
      link_ids: criteria.link_ids ?? [],
      domain_id: criteria.domain_id ?? 0,
      address: criteria.address ?? '',
      from_ms: criteria.from?.getTime() ?? 0,
      until_ms: (criteria.to ?? new Date()).getTime(),
    },
  ])
  return stand.clicks.filter((it) => includes({ ...it, created_at_ms: it.at }))
}

describe('an erasure removes its clicks, and totals are exact all the time:', () => {
  it.each([
    ['of links', { link_ids: [1, 3] }],
    ['of a domain', { domain_id: 2 }],
    [
      'of a period',
      { from: new Date(Date.now() - 70 * DAY_MS), to: new Date(Date.now() - DAY_MS) },
    ],
    ['of an address', { address: `${ADDRESS}/32` }],
    ['of a network', { address: '203.0.112.0/23', from: new Date(Date.now() - 60 * DAY_MS) }],
    ['of an IPv6 network', { address: '2001:db8:1::/48' }],
    ['of everything', { from: new Date(0) }],
  ])('%s', async (_, criteria) => {
    const expected = included(criteria)
    expect(expected.length).toBeGreaterThan(0)
    const ids = expected.map(({ id }) => `'${id}'`).join()
    const before = { mine: of(1).length, others: await stored(2) }
    const asked = erasing.ask(1, criteria)

    await erasing.complete(stand.expectTotals)

    expect(asked.progress).toEqual({ state: 'done', found: expected.length, left: 0 })
    expect(await stored(1)).toBe(before.mine - expected.length)
    expect(await stored(2)).toBe(before.others)
    for (const table of ['clicks_raw_v1', 'late_clicks_v1']) {
      expect(await stand.scalar(`SELECT count() FROM ${table} WHERE id IN (${ids})`)).toBe(0)
    }
    await stand.expectTotals()
  })
})

it('an erasure whose worker is killed before and after each write is completed by the next', async () => {
  erasing.ask(1, { link_ids: [1, 2] })
  erasing.ask(1, { address: `${ADDRESS}/32` })
  for (let nth = 1; nth <= 18; nth++) {
    const when = nth % 2 === 0 ? 'before' : 'after'
    await erasing.run({ store: failingStore(erasing.parts.store, nth, when) }).catch(() => {})
    await stand.expectTotals()
    if (nth % 6 === 0) await stand.deletionsEnded()
  }
  await erasing.complete(stand.expectTotals)
  const gone = new Set([
    ...included({ link_ids: [1, 2] }),
    ...included({ address: `${ADDRESS}/32` }),
  ])
  expect(await stored(1)).toBe(of(1).length - gone.size)
}, 180_000)

it('concurrent workers erase once', async () => {
  erasing.ask(1, { link_ids: [1] })
  for (let i = 0; i < 5; i++) {
    await Promise.all([erasing.run(), erasing.run(), erasing.run()])
    await stand.expectTotals()
  }
  await erasing.complete()
  await stand.expectTotals()
})

it('more erasures of a team than fit into a statement are done one part after another', async () => {
  const others = Array.from({ length: 999 }, (_, i) => 9_000_000_000_000_000 + i)
  for (let i = 0; i < 18; i++) erasing.ask(1, { link_ids: [2 * i, ...others] })
  await erasing.complete(stand.expectTotals)
  expect(await stored(1)).toBe(of(1).filter(({ link_id }) => link_id % 2 === 1).length)
}, 180_000)

it('clicks that arrive after their erasure are dropped, and do not change totals', async () => {
  const again = of(1).filter(({ link_id }) => link_id === 1)
  const [before, after] = [oldClick(Date.now() - DAY_MS), oldClick(Date.now() + DAY_MS)]
  erasing.ask(1, { link_ids: [1] })
  await erasing.complete()

  const clicks = clickRepository(stand.clickhouse)
  await clicks.insert('again', [...again, before])
  await stand.expectTotals()
  expect(
    await stand.scalar(`SELECT count() FROM clicks_raw_v1 WHERE org_id = 1 AND link_id = 1`),
  ).toBe(0)
  await stand.visit(after)
  await stand.expectTotals()
  expect(
    await stand.scalar(`SELECT count() FROM clicks_raw_v1 WHERE org_id = 1 AND link_id = 1`),
  ).toBe(1)
})

it('no click is counted as erased while the queue has one that may be inserted', async () => {
  const asked = erasing.ask(1, { link_ids: [1] })
  erasing.queued.push(
    jobOf(makeClick({ link_id: 2 }), makeClick({ link_id: 1, created_at_ms: Date.now() - 1 })),
  )
  asked.until = new Date()
  for (let i = 0; i < 3; i++) await erasing.run()
  expect(asked.progress?.state).toBe('queued')

  erasing.queued[0] = jobOf(makeClick({ link_id: 2 }))
  await erasing.complete(stand.expectTotals)
})

it('a click that an insert in flight stores after the erasure is done is erased, and counted', async () => {
  const asked = erasing.ask(1, { link_ids: [1] })
  await erasing.complete()
  const late = oldClick(Date.now() - DAY_MS)
  await clickRepository(stand.clickhouse, Date.now, {
    ...erasing.parts.erasures,
    from: async () => [],
  }).insert('in flight', [late])
  stand.clicks.push(late)
  await stand.expectTotals()

  await erasing.run()
  expect(asked.progress?.state).toBe('erasing')
  await erasing.complete(stand.expectTotals)
  expect(
    await stand.scalar(`SELECT count() FROM clicks_raw_v1 WHERE org_id = 1 AND link_id = 1`),
  ).toBe(0)
})

it('rejected clicks are erased, and those of others stay', async () => {
  const [mine, other] = [makeClick({ link_id: 1 }), makeClick({ org_id: 2, link_id: 1 })]
  const row = { ...of(1).find((it) => it.link_id === 1), at: undefined }
  const texts = [
    ...[mine, other, makeClick({ link_id: 2 })].map((it) => JSON.stringify(it)),
    JSON.stringify(row),
    JSON.stringify(mine).slice(0, 300),
    JSON.stringify({ ...mine, link_id: 'x' }),
    'null',
  ]
  const rejected = texts.map((click, position) => ({
    job_id: 'a:b',
    position,
    reason: 'bug',
    click,
  }))
  const clicks = clickRepository(stand.clickhouse)
  await clicks.reject('before', rejected)
  erasing.ask(1, { link_ids: [1], until: new Date(Date.now() + 1_000) })
  await erasing.complete()
  const later = rejected.map((it) => ({ ...it, job_id: 'c:d' }))
  await clicks.reject('after', later)

  const left = await stand.clickhouse.read<{ click: string; rows: number }>({
    text: 'SELECT click, count() AS rows FROM clicks_rejected_v1 GROUP BY click ORDER BY click',
    params: {},
  })
  expect(left).toEqual(
    [texts[1], texts[2], 'null']
      .map((click) => ({ click, rows: 2 }))
      .sort((a, b) => (String(a.click) < String(b.click) ? -1 : 1)),
  )
})

it('an erasure that an older backup lacks is applied again', async () => {
  const asked = erasing.ask(1, { link_ids: [1] })
  await erasing.complete()
  const clicks = included({ link_ids: [1] })
  for (const table of ['erasures_v1', 'erased_clicks_v1'])
    await stand.clickhouse.command(`TRUNCATE TABLE ${table}`)
  await clickRepository(stand.clickhouse).insert('restored', clicks)

  await erasing.run()
  expect(asked.progress?.state).not.toBe('done')
  await erasing.complete(stand.expectTotals)
  expect(await stored(1)).toBe(of(1).length - clicks.length)
})

it('an erasure that fails says so, the log says why, and those of other teams are completed', async () => {
  const [failing, other] = [erasing.ask(1, { link_ids: [1] }), erasing.ask(2, { link_ids: [1] })]
  const count: typeof erasing.parts.store.count = async (erasure, others) => {
    if (erasure.org_id === 1) throw new Error('no space left')
    return erasing.parts.store.count(erasure, others)
  }
  const store = { ...erasing.parts.store, count }
  const logged: object[] = []
  const warn = (it: object) => logged.push(it)
  for (let i = 0; i < 4; i++) {
    await expect(erasing.run({ store, log: { ...log, warn } as never })).rejects.toThrow(
      'no space left',
    )
    await stand.deletionsEnded()
  }
  expect(failing.progress).toMatchObject({
    state: 'queued',
    failure: expect.stringMatching(/^The clicks cannot be deleted at the moment/),
  })
  expect(logged).toEqual([{ erasure: failing.id, reason: 'no space left' }])
  expect(other.progress?.state).toBe('done')

  await erasing.complete(stand.expectTotals)
  expect(failing.progress?.failure).toBe(undefined)
})

it('retention and erasures do not count a click twice, whichever comes first', async () => {
  const months = [cutoffOf(Date.now(), 5), cutoffOf(Date.now(), 2)]
  erasing.ask(1, { link_ids: [1] })
  await erasing.run()
  await stand.enforce({ 1: 5 })
  await stand.expectTotals()
  await erasing.complete(stand.expectTotals)
  await stand.enforce({ 1: 2 })
  await stand.expectTotals()
  erasing.ask(1, { from: new Date(0) })
  await erasing.complete(stand.expectTotals)
  await stand.becomeDue()
  await stand.enforce({ 1: 1 })
  await stand.deletionsEnded()
  await stand.expectTotals()
  expect(await stand.before(1, months[1] ?? 0)).toBe(0)
  expect(await stored(1)).toBe(0)
})
