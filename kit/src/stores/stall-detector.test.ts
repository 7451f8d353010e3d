import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { createStallDetector } from './stall-detector.ts'

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'setImmediate'] })
})
afterEach(() => {
  vi.useRealTimers()
})

const never = () => new Promise(() => {})

it('gives up once, within two seconds, on a store that does not answer', async () => {
  const giveUp = vi.fn()
  createStallDetector(never)(giveUp)

  await vi.advanceTimersByTimeAsync(1_699)
  expect(giveUp).not.toHaveBeenCalled()
  await vi.advanceTimersByTimeAsync(60_000)
  expect(giveUp).toHaveBeenCalledTimes(1)
})

it('one unanswered or late probe does not give up', async () => {
  const giveUp = vi.fn()
  const lost = vi.fn(async () => {}).mockImplementationOnce(never as () => Promise<void>)
  const late = () => new Promise((resolve) => setTimeout(resolve, 1_200))
  createStallDetector(lost)(giveUp)
  createStallDetector(late)(giveUp)

  await vi.advanceTimersByTimeAsync(30_000)
  expect(giveUp).not.toHaveBeenCalled()
})

it('an event loop that lags does not count against the store', async () => {
  vi.useRealTimers()
  const giveUp = vi.fn()
  /** Takes nine turns of an event loop with 200 ms per turn. */
  const ping = async () => {
    for (let turn = 0; turn < 9; turn++) {
      const startedMs = performance.now()
      while (performance.now() - startedMs < 200);
      await new Promise((resolve) => setTimeout(resolve))
    }
  }
  const answered = Promise.withResolvers<void>()
  const end = createStallDetector(() => ping().then(answered.resolve))(giveUp)

  await answered.promise
  end()
  expect(giveUp).not.toHaveBeenCalled()
})

it('slow work continues as long as the store answers', async () => {
  const ping = vi.fn(async () => {})
  const giveUp = vi.fn()
  const end = createStallDetector(ping)(giveUp)

  await vi.advanceTimersByTimeAsync(3_010)
  end()
  await vi.advanceTimersByTimeAsync(3_000)

  expect(ping).toHaveBeenCalledTimes(10)
  expect(giveUp).not.toHaveBeenCalled()
})

it('work that finishes in time causes no probe', async () => {
  const ping = vi.fn(never)
  const giveUp = vi.fn()
  createStallDetector(ping)(giveUp)()

  await vi.advanceTimersByTimeAsync(3_000)
  expect(ping).not.toHaveBeenCalled()
  expect(giveUp).not.toHaveBeenCalled()
})

it('concurrent watches share one probe', async () => {
  const ping = vi.fn(never)
  const giveUp = vi.fn()
  const watch = createStallDetector(ping)
  for (let i = 0; i < 20; i++) watch(giveUp)

  await vi.advanceTimersByTimeAsync(999)
  expect(ping).toHaveBeenCalledTimes(1)
  await vi.advanceTimersByTimeAsync(1_000)
  expect(giveUp).toHaveBeenCalledTimes(20)
})
