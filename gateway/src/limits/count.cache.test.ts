import { describe, expect, it } from 'vitest'
import { ownCounts } from './count.cache.ts'

describe('the rate counters of one process', () => {
  it('start a one-minute window with the first request, separately for each name', async () => {
    let now = 1_000
    const counts = ownCounts(() => now)

    expect(await counts.take('a', 1)).toEqual({ used: 1, resetMs: 60_000 })
    now += 59_999
    expect(await counts.take('a', 1)).toEqual({ used: 2, resetMs: 1 })
    expect(await counts.take('b', 1)).toEqual({ used: 1, resetMs: 60_000 })
    now += 1
    expect(await counts.take('a', 1)).toEqual({ used: 1, resetMs: 60_000 })
  })

  it('do not change when they are only read', async () => {
    const counts = ownCounts(() => 0)
    await counts.take('a', 1)

    expect(await counts.take('a', 0)).toMatchObject({ used: 1 })
  })
})
