import { afterEach, expect, it, vi } from 'vitest'
import { inTime } from './in-time.ts'
import type { Logger } from './log.ts'
import { startLoop } from './loop.ts'
import { deadlineMs, periodMs, readPace, setPace } from './pace.ts'

afterEach(() => {
  setPace(1)
  vi.useRealTimers()
})

it('a process has the periods and deadlines that are written in its code', () => {
  readPace({})
  readPace({ NODE_ENV: 'production', TEST_PACE: '' })

  expect([periodMs(1_000), deadlineMs(50)]).toEqual([1_000, 50])
})

it('a process of a test stack waits longer before it uses a fallback', async () => {
  vi.useFakeTimers()
  readPace({ NODE_ENV: 'test', TEST_PACE: '10' })
  const answer = vi.fn()
  inTime(new Promise(() => {}), 50).catch(answer)

  await vi.advanceTimersByTimeAsync(499)
  expect(answer).not.toHaveBeenCalled()
  await vi.advanceTimersByTimeAsync(2)
  expect(answer).toHaveBeenCalled()
  expect(periodMs(1_000)).toBe(1_000)
})

it('a test may let loops repeat faster', async () => {
  vi.useFakeTimers()
  setPace(5)
  let turns = 0
  const options = { everyMs: 1_000, failing: 'work waits', log: {} as Logger }
  const loop = startLoop(options, async () => turns++)

  await vi.advanceTimersByTimeAsync(1_001)
  expect(turns).toBeGreaterThan(4)
  await loop.close()
})

it.each(['production', ''])('TEST_PACE is refused with NODE_ENV=%s', (NODE_ENV) => {
  expect(() => readPace({ NODE_ENV, TEST_PACE: '10' })).toThrow('TEST_PACE is for tests only')
  expect(periodMs(1_000)).toBe(1_000)
})
