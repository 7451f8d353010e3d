import type { ClickRecord, ScanClicksRequest } from '@fingerpost/protos/analytics/v1/analytics'
import { expect, it } from 'vitest'
import { liveClicks } from './live.client.ts'
import { sharedLiveClicks } from './live-share.client.ts'

const START = Date.UTC(2026, 10, 20)
const filter = { period: 'all', include_bots: false }

/** A fake of analytics: clicks of the window, newest first, in pieces of at most 200. */
function openStore(release: 'new' | 'old' = 'new') {
  const stored: ClickRecord[] = []
  const asked: ScanClicksRequest[] = []
  const before = (request: ScanClicksRequest) => (click: ClickRecord) =>
    request.before_ms === undefined ||
    click.created_at_ms < request.before_ms ||
    (click.created_at_ms === request.before_ms && click.id < (request.before_id ?? ''))
  return {
    asked,
    store: (...clicks: { id: string; created_at_ms: number }[]) =>
      stored.push(...(clicks as ClickRecord[])),
    async scanClicks(request: ScanClicksRequest) {
      asked.push(request)
      const since = release === 'old' ? 0 : (request.since_ms ?? 0)
      const left = stored
        .filter((click) => click.created_at_ms >= since && before(request)(click))
        .sort((a, b) => b.created_at_ms - a.created_at_ms || (a.id < b.id ? 1 : -1))
      const items = left.slice(0, 200)
      return { items, ended: release === 'new' && items.length === left.length }
    },
  }
}

const clicks = (count: number, fromMs: number, spreadMs: number) =>
  Array.from({ length: count }, (_, i) => ({
    id: `${fromMs}-${String(i).padStart(5, '0')}`,
    created_at_ms: fromMs + Math.floor((i * spreadMs) / count),
  }))

it.each(['new', 'old'] as const)(
  'each of 2,000 clicks a second is delivered once, oldest first, by a %s release',
  async (release) => {
    const store = openStore(release)
    let nowMs = START
    store.store(...clicks(3_000, START - 40_000, 35_000)) // before the stream started
    const live = liveClicks(store, filter, {}, () => nowMs)
    const heard: ClickRecord[] = []
    const wanted: string[] = []
    for (let round = 0; round < 8; round++) {
      const made = clicks(1_000, nowMs, 500)
      store.store(...made)
      wanted.push(...made.map(({ id }) => id))
      nowMs += 500
      heard.push(...(await live.next()))
    }
    expect(heard.map(({ id }) => id)).toEqual(wanted)
  },
)

it('a click that is stored late, within half a minute, is delivered', async () => {
  const store = openStore()
  let nowMs = START
  const live = liveClicks(store, filter, {}, () => nowMs)
  store.store(...clicks(300, START, 20_000))
  nowMs += 25_000
  expect(await live.next()).toHaveLength(300)
  store.store({ id: 'late', created_at_ms: START + 2_000 })

  expect(await live.next()).toMatchObject([{ id: 'late' }])
  expect(await live.next()).toEqual([])
})

it('only undelivered clicks of the last half minute are read', async () => {
  const store = openStore()
  let nowMs = START
  const live = liveClicks(store, filter, {}, () => nowMs)
  store.store(...clicks(4, START, 1_000))
  await live.next()
  nowMs += 20_000
  await live.next()
  nowMs += 20_000
  await live.next()

  const [first, second, third] = store.asked
  expect(first?.since_ms).toBe(START - 1_000)
  expect(second).toMatchObject({
    since_ms: START - 1_000,
    delivered: { slot_ms: 250, clicks: [1, 1, 1, 1] },
  })
  expect(third).toMatchObject({ since_ms: nowMs - 30_000, delivered: { slots: [], clicks: [] } })
})

it('clicks that were missed while analytics was unavailable are delivered by the next call', async () => {
  const store = openStore()
  let [nowMs, away] = [START, true]
  const flaky = {
    scanClicks: (request: ScanClicksRequest) =>
      away && request.before_ms ? Promise.reject(new Error('away')) : store.scanClicks(request),
  }
  const live = liveClicks(flaky, filter, {}, () => nowMs)
  store.store(...clicks(500, START, 400))
  nowMs += 500
  await expect(live.next()).rejects.toThrow('away')
  away = false
  expect(await live.next()).toHaveLength(500)
})

it('an error is thrown to the listeners that waited for it, and to no later one', async () => {
  const store = openStore()
  let away = true
  const flaky = {
    scanClicks: (request: ScanClicksRequest) =>
      away ? Promise.reject(new Error('away')) : store.scanClicks(request),
  }
  const live = sharedLiveClicks(flaky)
  const call = { caller: { orgId: 7, userId: 70, scopes: [] } }
  const waiting = await Promise.allSettled([live.listen(call), live.listen(call)])
  away = false

  const { close } = await live.listen(call)

  expect(waiting.map(({ status }) => status)).toEqual(['rejected', 'rejected'])
  close()
})
