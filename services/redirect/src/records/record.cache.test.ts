import { beforeEach, describe, expect, it, vi } from 'vitest'
import type { ChangeFeed } from './change.client.ts'
import { createRecordCache } from './record.cache.ts'

const MINUTE = 60_000
let nowMs = 0
let feed: { live: boolean; generation: number; cutAtMs: number; tell: (key: string) => void }

/** A cache, and its pending loads. */
function open(options = {}) {
  const asked: { key: string; resolve: (value: object | null) => void; reject: () => void }[] = []
  const load = (key: string) =>
    new Promise<object | null>((resolve, reject) => {
      asked.push({ key, resolve, reject: () => reject(new Error('away')) })
    })
  const listeners: ((key: string) => void)[] = []
  feed.tell = (key) => {
    for (const listener of listeners) listener(key)
  }
  const watched: Omit<ChangeFeed, 'mayLag'> = {
    get live() {
      return feed.live
    },
    get generation() {
      return feed.generation
    },
    get heardUntilMs() {
      return feed.live ? nowMs : feed.cutAtMs
    },
    onChange: (listener) => listeners.push(listener),
    close: () => {},
  }
  return { cache: createRecordCache(load, watched, 10, { nowMs: () => nowMs, ...options }), asked }
}

beforeEach(() => {
  nowMs = 1_000
  feed = { live: true, generation: 1, cutAtMs: 0, tell: () => {} }
})

async function filled(value: object | null) {
  const opened = open()
  const got = opened.cache.get('a')
  opened.asked[0]?.resolve(value)
  await got
  return opened
}

const cut = () => {
  feed.live = false
  feed.cutAtMs = nowMs
}

it('concurrent lookups share one load', async () => {
  const { cache, asked } = open()
  const record = {}

  const all = [cache.get('a'), cache.get('a'), cache.get('a')]
  asked[0]?.resolve(record)

  expect(await Promise.all(all)).toEqual([record, record, record])
  expect(asked).toHaveLength(1)
  expect(cache.peek('a')).toBe(record)
})

describe('a copy is fresh', () => {
  it.each([
    ['for ten minutes while changes are heard', {}, true, 10 * MINUTE - 1, 10 * MINUTE],
    ['for five seconds while they are not', {}, false, 4_999, 5_000],
    ['of an absence for half a minute', null, true, 29_999, 30_000],
    ['of an absence for five seconds without tidings', null, false, 4_999, 5_000],
  ])('%s', async (_, value, live, fresh, old) => {
    feed.live = live
    const { cache } = await filled(value)

    nowMs += fresh
    expect(cache.peek('a')).toBe(value)
    nowMs += old - fresh
    expect(cache.peek('a')).toBeUndefined()
  })

  it('until its record changes', async () => {
    const { cache } = await filled({})

    feed.tell('b')
    expect(cache.peek('a')).toBeDefined()
    feed.tell('a')
    expect(cache.peek('a')).toBeUndefined()
  })

  it('until changes may have been missed', async () => {
    const { cache } = await filled(null)

    cut()
    feed.live = true
    feed.generation++

    expect(cache.peek('a')).toBeUndefined()
  })
})

describe('a possibly outdated record is not cached', () => {
  it('when the record changed during the load', async () => {
    const { cache, asked } = open()
    const [old, current] = [{}, {}]

    const before = cache.get('a')
    feed.tell('a')
    const after = cache.get('a')
    asked[1]?.resolve(current)
    asked[0]?.resolve(old)

    expect(await before).toBe(old)
    expect(await after).toBe(current)
    expect(cache.peek('a')).toBe(current)
  })

  it('when changes may have been missed during the load', async () => {
    const { cache, asked } = open()

    const got = cache.get('a')
    feed.generation++
    asked[0]?.resolve({})
    await got

    expect(cache.peek('a')).toBeUndefined()
  })
})

describe('when the load fails', () => {
  it('a record that is not cached is an error and not cached as missing', async () => {
    const { cache, asked } = open()

    const got = cache.get('a')
    asked[0]?.reject()

    await expect(got).rejects.toThrow('away')
    expect(cache.peek('a')).toBeUndefined()
  })

  it('a stale copy is served for up to ten minutes after the change feed was lost', async () => {
    const { cache, asked } = await filled({ held: true })
    nowMs += 9 * MINUTE
    cut()
    nowMs += 9 * MINUTE

    const got = cache.get('a')
    asked[1]?.reject()
    expect(await got).toEqual({ held: true })

    nowMs += MINUTE
    const late = cache.get('a')
    asked[2]?.reject()
    await expect(late).rejects.toThrow('away')
  })

  it('a known absence is not served stale', async () => {
    const { cache, asked } = await filled(null)
    nowMs += 31_000

    const got = cache.get('a')
    asked[1]?.reject()

    await expect(got).rejects.toThrow('away')
  })

  it('a stale copy is served at once for a second after a failed load', async () => {
    const { cache, asked } = await filled({ held: true })
    cut()
    nowMs += 6_000
    const first = cache.get('a')
    asked[1]?.reject()
    await first

    expect(await cache.get('a')).toEqual({ held: true })
    expect(asked).toHaveLength(2)

    nowMs += 1_000
    const next = cache.get('a')
    asked[2]?.resolve({ held: false })
    expect(await next).toEqual({ held: false })
  })

  it('a stale copy is served when the load is slow, and the late result is cached', async () => {
    vi.useFakeTimers()
    try {
      const { cache, asked } = await filled({ held: true })
      cut()
      nowMs += 6_000

      const got = cache.get('a')
      await vi.advanceTimersByTimeAsync(80)
      expect(await got).toEqual({ held: true })

      asked[1]?.resolve({ held: false })
      await vi.advanceTimersByTimeAsync(0)
      expect(cache.peek('a')).toEqual({ held: false })
    } finally {
      vi.useRealTimers()
    }
  })
})

describe('without cached absences', () => {
  it('an absence is loaded again', async () => {
    const { cache, asked } = open({ absentMs: 0 })

    const got = cache.get('a')
    asked[0]?.resolve(null)

    expect(await got).toBeNull()
    expect(cache.peek('a')).toBeUndefined()
  })

  it('lookups during a load that finds nothing share the next one', async () => {
    const { cache, asked } = open({ absentMs: 0 })
    const created = {}

    const first = cache.get('a')
    const later = [cache.get('a'), cache.get('a')]
    asked[0]?.resolve(null)
    expect(await first).toBeNull()
    asked[1]?.resolve(created)

    expect(await Promise.all(later)).toEqual([created, created])
    expect(asked).toHaveLength(2)
    expect(cache.peek('a')).toBe(created)
  })
})

it('guessing slugs does not evict links in use', async () => {
  const { cache, asked } = await filled({ held: true })

  for (let i = 0; i < 100; i++) {
    const got = cache.get(`unknown-${i}`)
    asked.at(-1)?.resolve(null)
    await got
  }

  expect(cache.peek('a')).toEqual({ held: true })
  expect(cache.peek('unknown-99')).toBeNull()
  expect(cache.peek('unknown-0')).toBeUndefined()
})

it('large records take the room of several', async () => {
  const { cache, asked } = open()
  for (const [i, key] of ['small', 'large', 'larger'].entries()) {
    const got = cache.get(key)
    asked[i]?.resolve({ url: 'x'.repeat(i * 3_000) })
    await got
  }
  const got = cache.get('largest')
  asked[3]?.resolve({ url: 'x'.repeat(6_000) })
  await got

  expect(
    ['small', 'large', 'larger', 'largest'].map((key) => cache.peek(key) !== undefined),
  ).toEqual([false, false, false, true])
})
