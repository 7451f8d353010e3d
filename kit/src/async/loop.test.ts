import { afterEach, expect, it, vi } from 'vitest'
import type { Logger } from '../process/log.ts'
import { startLoop } from './loop.ts'

const NEVER_MS = 1_000_000
const warn = vi.fn()
const info = vi.fn()
const log = { info, warn } as unknown as Logger
const options = (everyMs: number) => ({ everyMs, failing: 'work waits', log })

afterEach(() => {
  vi.restoreAllMocks()
  vi.useRealTimers()
})

it('repeats work at once while there is more, then pauses until it is woken', async () => {
  const left = [true, true, false, false]
  const work = vi.fn(async () => left.shift())
  const loop = startLoop(options(NEVER_MS), work)
  await vi.waitFor(() => expect(left).toHaveLength(1))

  loop.wake()
  await vi.waitFor(() => expect(left).toHaveLength(0))

  await loop.close()
  expect(work).toHaveBeenCalledTimes(4)
})

it('works again when it is woken during work', async () => {
  const worked = Promise.withResolvers<void>()
  let turns = 0
  const loop = startLoop(options(NEVER_MS), async () => {
    turns++
    if (turns === 1) await worked.promise
  })
  loop.wake()
  worked.resolve()

  await vi.waitFor(() => expect(turns).toBe(2))
  await loop.close()
})

it('logs failures in a row as one outage, and pauses after each even if it is woken', async () => {
  vi.useFakeTimers()
  vi.spyOn(Math, 'random').mockReturnValue(0)
  let turns = 0
  const loop = startLoop(options(1_000), async () => {
    turns++
    if (turns <= 3) throw new Error('away')
  })
  await vi.advanceTimersByTimeAsync(0)
  loop.wake()
  await vi.advanceTimersByTimeAsync(999)
  expect(turns).toBe(1)
  await vi.advanceTimersByTimeAsync(1_001)

  expect(turns).toBe(3)
  expect(info).not.toHaveBeenCalled()
  await vi.advanceTimersByTimeAsync(1_000)

  expect(warn).toHaveBeenCalledExactlyOnceWith({ err: expect.any(Error) }, 'work waits')
  expect(info).toHaveBeenCalledExactlyOnceWith({}, 'work waits: over after 3 s, 3 failures')
  await loop.close()
})

it('pauses up to a fifth shorter, so that loops started together drift apart', async () => {
  vi.useFakeTimers()
  vi.spyOn(Math, 'random').mockReturnValue(0).mockReturnValueOnce(0.999)
  const turns = [0, 0]
  const loops = [0, 1].map((i) => startLoop(options(1_000), async () => void turns[i]!++))
  await vi.advanceTimersByTimeAsync(0)
  expect(turns).toEqual([1, 1])

  await vi.advanceTimersByTimeAsync(799)
  expect(turns).toEqual([1, 1])
  await vi.advanceTimersByTimeAsync(2)
  expect(turns).toEqual([2, 1])
  await vi.advanceTimersByTimeAsync(199)
  expect(turns[1]).toBe(2)

  await Promise.all(loops.map((it) => it.close()))
})

it('aborts the signal of the current work on close, and waits for it', async () => {
  let ended = false
  const loop = startLoop(options(NEVER_MS), async (closing) => {
    await new Promise((resolve) => closing.addEventListener('abort', resolve))
    ended = true
    return true
  })
  await loop.close()
  expect(ended).toBe(true)
})
