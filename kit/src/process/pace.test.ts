import { afterEach, expect, it, vi } from 'vitest'
import { inTime } from '../async/in-time.ts'
import { deadline, readPace, setPace } from './pace.ts'

afterEach(() => {
  setPace(1)
  vi.useRealTimers()
})

it('a process has the deadlines that are written in its code', () => {
  readPace({})
  readPace({ NODE_ENV: 'production', TEST_PACE: '' })

  expect(deadline(50)).toBe(50)
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
})

it.each(['production', ''])('TEST_PACE is refused with NODE_ENV=%s', (NODE_ENV) => {
  expect(() => readPace({ NODE_ENV, TEST_PACE: '10' })).toThrow('TEST_PACE is for tests only')
  expect(deadline(50)).toBe(50)
})
