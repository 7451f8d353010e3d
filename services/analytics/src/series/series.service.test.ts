import { Lifecycle } from '@fingerpost/kit/process/lifecycle'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { clickRepository } from '../clicks/click.repository.ts'
import { linkChangeRepository } from '../links/link-change.repository.ts'
import { resolvePeriod } from '../reports/period.rules.ts'
import { timeText } from '../reports/zone.rules.ts'
import { where } from '../testing/filter.ts'
import { inScope, intervalStart, makeClicks, makeLinks } from '../testing/model.ts'
import { as, log, openTestAnalytics, openTestClickHouse } from '../testing/stack.ts'

const NOW = Date.parse('2026-11-20T13:37:42.123Z')
const lifecycle = new Lifecycle(log)
const links = makeLinks()
const clicks = makeClicks(NOW)
const ids = [...new Set(clicks.filter((it) => it.org_id === 1).map((it) => it.link_id))]
let analytics: Awaited<ReturnType<typeof openTestAnalytics>>['analytics']

beforeAll(async () => {
  const { env, clickhouse } = await openTestClickHouse(lifecycle)
  const repository = clickRepository(clickhouse)
  await repository.insert('merged', clicks.slice(0, 2_000))
  await clickhouse.command('OPTIMIZE TABLE clicks_raw_v1 FINAL') // now in rollups, the rest is not
  await repository.insert('not merged', clicks.slice(2_000))
  await linkChangeRepository(clickhouse).upsert(links)
  ;({ analytics } = await openTestAnalytics(lifecycle, env, () => NOW))
})
afterAll(() => lifecycle.close())

type Filter = Parameters<typeof inScope>[1]

/** Clicks by link and interval, counted without SQL as a reference. */
function model(filter: Filter, interval: string) {
  const { timezone: zone = 'UTC' } = filter
  const period = resolvePeriod(filter, NOW)
  const series: Record<string, Record<string, number>> = {}
  for (const click of clicks.filter(inScope(1, filter, period, links))) {
    const time = timeText(intervalStart(click.at, interval, zone), zone)
    const counts = series[click.link_id] ?? {}
    series[click.link_id] = { ...counts, [time]: (counts[time] ?? 0) + 1 }
  }
  return series
}

describe('clicks over time of several links', () => {
  it.each([
    [{ period: 'year', include_bots: false }, 'day'],
    [{ period: 'year', include_bots: true }, 'week'],
    [{ period: 'all', include_bots: false, ...where({ country: 'GB' }) }, 'month'],
    [{ period: 'year', include_bots: false, timezone: 'America/New_York' }, 'day'],
    [{ period: '2026-11-10,2026-11-20', include_bots: false, timezone: 'Asia/Kolkata' }, 'hour'],
    [{ include_bots: false, ...where({ folder_id: 0 }) }, 'day'],
  ])('are those of the model: %j by %s', async (filter: Filter, interval) => {
    const { links: found } = await analytics.countClicksByLink(
      { filter, link_ids: ids, interval },
      as(1),
    )
    const byLink = found.map(({ link_id: linkId, counts }) => [
      linkId,
      Object.fromEntries(counts.map(({ time, clicks }) => [time, clicks])),
    ])

    expect(Object.fromEntries(byLink)).toEqual(model(filter, interval))
    expect(found.length).toBeGreaterThan(1)
    for (const { counts } of found) {
      const times = counts.map(({ time }) => Date.parse(time))
      expect(times).toEqual(times.toSorted((a, b) => a - b))
    }
  })

  it('exclude links that were not requested and links of other teams', async () => {
    const [first = 0] = ids
    const filter = { period: 'year', include_bots: true }
    const theirs = clicks.find((it) => it.org_id !== 1 && !ids.includes(it.link_id))?.link_id ?? 0
    const { links: found } = await analytics.countClicksByLink(
      { filter, link_ids: [first, theirs, 999_999] },
      as(1),
    )

    expect(theirs).toBeGreaterThan(0)
    expect(found.map(({ link_id: linkId }) => linkId)).toEqual([first])
  })

  it.each([
    ['no link', { link_ids: [] }, 'link_ids'],
    ['101 links', { link_ids: Array.from({ length: 101 }, (_, i) => i + 1) }, 'link_ids'],
    ['a negative id', { link_ids: [-1] }, 'link_ids'],
    ['days of all time', { link_ids: [1], interval: 'day' }, 'interval'],
    ['a fortnight', { link_ids: [1], interval: 'fortnight' }, 'interval'],
  ])('are refused for %s', async (_, request, field) => {
    const asked = analytics.countClicksByLink(
      { filter: { period: 'all', include_bots: false }, ...request },
      as(1),
    )

    await expect(asked).rejects.toMatchObject({ code: 'invalid_request', errors: [{ field }] })
  })
})
