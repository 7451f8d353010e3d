import { afterEach, expect, it, vi } from 'vitest'
import { createFairShare } from '../async/fair-share.ts'
import type { CallContext } from './context.ts'
import { fairQueue } from './fair-queue.ts'

const by = (orgId: number, own: Partial<CallContext> = {}) =>
  ({
    caller: () => ({ orgId }),
    isCancelled: () => false,
    leftMs: () => 5_000,
    ...own,
  }) as unknown as CallContext

afterEach(() => vi.restoreAllMocks())

/** Calls that the test answers one after the other. */
function openCalls() {
  const started: string[] = []
  const running: (() => void)[] = []
  const failing = new Set<string>()
  const calls = fairQueue(createFairShare(4))({
    read: (name: string, _: CallContext) => {
      started.push(name)
      return new Promise<string>((resolve, reject) =>
        running.push(() => (failing.has(name) ? reject(new Error('away')) : resolve(name))),
      )
    },
  })
  const answer = async () => {
    running.shift()?.()
    await new Promise(setImmediate)
  }
  return { calls, started, failing, answer }
}

it('calls of a team with many do not delay those of another', async () => {
  const { calls, started, answer } = openCalls()
  for (const name of ['a1', 'a2', 'a3']) void calls.read(name, by(1))
  const other = calls.read('b1', by(2))

  expect(started).toEqual(['a1', 'b1'])
  await answer()
  await answer()
  expect(await other).toBe('b1')
  expect(started).toEqual(['a1', 'b1', 'a2'])
})

it('a call whose client gave up while it waited is not run', async () => {
  const { calls, started, answer } = openCalls()
  let gone = false
  void calls.read('first', by(1))
  const given = calls.read('given up', by(1, { isCancelled: () => gone }))
  given.catch(() => {})
  void calls.read('last', by(1))
  gone = true
  await answer()

  await expect(given).rejects.toMatchObject({ kind: 'unavailable' })
  expect(started).toEqual(['first', 'last'])
})

it('a call that waited for three quarters of its time is refused, and makes room for one that has time left', async () => {
  const { calls, started, answer } = openCalls()
  const now = vi.spyOn(performance, 'now').mockReturnValue(0)
  void calls.read('first', by(1))
  const late = calls.read('late', by(1))
  late.catch(() => {})
  now.mockReturnValue(3_751)
  void calls.read('last', by(1))
  await answer()

  await expect(late).rejects.toMatchObject({ kind: 'unavailable' })
  expect(started).toEqual(['first', 'last'])
})

it('where calls are short, a call that waited for less than three quarters of its time is run', async () => {
  const { calls, started, answer } = openCalls()
  const now = vi.spyOn(performance, 'now').mockReturnValue(0)
  void calls.read('first', by(1))
  void calls.read('late', by(1))
  now.mockReturnValue(3_700)
  await answer()

  expect(started).toEqual(['first', 'late'])
})

it('a call without a deadline waits as long as it takes', async () => {
  const { calls, started, answer } = openCalls()
  const now = vi.spyOn(performance, 'now').mockReturnValue(0)
  void calls.read('first', by(1))
  void calls.read('patient', by(1, { leftMs: () => Number.POSITIVE_INFINITY }))
  now.mockReturnValue(1e9)
  await answer()

  expect(started).toEqual(['first', 'patient'])
})

it('where calls take long, a call that waited for half of its time is refused, also when others have failed at once', async () => {
  const { calls, started, failing, answer } = openCalls()
  failing.add('failed')
  const now = vi.spyOn(performance, 'now').mockReturnValue(0)
  let nowMs = 0
  const pass = (ms: number) => {
    nowMs += ms
    now.mockReturnValue(nowMs)
  }
  for (let i = 0; i < 30; i++) {
    const long = calls.read('long', by(1))
    pass(1_500)
    await answer()
    await long
    const failed = calls.read('failed', by(1))
    failed.catch(() => {})
    await answer()
    await expect(failed).rejects.toThrow('away')
  }
  started.length = 0
  void calls.read('first', by(1))
  const late = calls.read('late', by(1))
  late.catch(() => {})
  pass(2_501)
  await answer()

  await expect(late).rejects.toMatchObject({ kind: 'unavailable' })
  expect(started).toEqual(['first'])
})
