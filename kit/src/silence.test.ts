import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { createSilenceWatch } from './silence.ts'

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'setImmediate'] })
})
afterEach(() => {
  vi.useRealTimers()
})

const never = () => new Promise(() => {})

it('what waits for a store that does not answer is given up once, within a second', async () => {
  const giveUp = vi.fn()
  createSilenceWatch(never)(giveUp)

  await vi.advanceTimersByTimeAsync(999)
  expect(giveUp).not.toHaveBeenCalled()
  await vi.advanceTimersByTimeAsync(60_000)
  expect(giveUp).toHaveBeenCalledTimes(1)
})

it('what is slow goes on for as long as the store answers', async () => {
  const ping = vi.fn(async () => {})
  const giveUp = vi.fn()
  const end = createSilenceWatch(ping)(giveUp)

  await vi.advanceTimersByTimeAsync(3_010)
  end()
  await vi.advanceTimersByTimeAsync(3_000)

  expect(ping).toHaveBeenCalledTimes(10)
  expect(giveUp).not.toHaveBeenCalled()
})

it('what was answered in time asks nothing', async () => {
  const ping = vi.fn(never)
  const giveUp = vi.fn()
  createSilenceWatch(ping)(giveUp)()

  await vi.advanceTimersByTimeAsync(3_000)
  expect(ping).not.toHaveBeenCalled()
  expect(giveUp).not.toHaveBeenCalled()
})

it('many that wait ask once together', async () => {
  const ping = vi.fn(never)
  const giveUp = vi.fn()
  const watch = createSilenceWatch(ping)
  for (let i = 0; i < 20; i++) watch(giveUp)

  await vi.advanceTimersByTimeAsync(1_500)
  expect(ping).toHaveBeenCalledTimes(1)
  expect(giveUp).toHaveBeenCalledTimes(20)
})
