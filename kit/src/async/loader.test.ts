import { describe, expect, it, onTestFinished, vi } from 'vitest'
import { createGroupLoader, createLoader } from './loader.ts'

it('batches the lookups of one turn of the event loop into one call', async () => {
  const calls: number[][] = []
  const load = createLoader(async (keys: number[]) => {
    calls.push(keys)
    return keys.map((key) => key * 2)
  })

  expect(await Promise.all([load(1), load(2), load(1)])).toEqual([2, 4, 2])
  expect(await load(3)).toBe(6)
  expect(calls).toEqual([[1, 2, 1], [3]])
})

it('sends no more than the maximum at once', async () => {
  const sizes: number[] = []
  const load = createLoader(
    async (keys: number[]) => {
      sizes.push(keys.length)
      return keys
    },
    { max: 2 },
  )

  expect(await Promise.all([1, 2, 3, 4, 5].map(load))).toEqual([1, 2, 3, 4, 5])
  expect(sizes).toEqual([2, 2, 1])
})

it('rejects one key if its value is an error, and all if the call fails', async () => {
  const load = createLoader(async (keys: number[]) => {
    if (keys.includes(9)) throw new Error('away')
    return keys.map((key) => (key === 2 ? new Error('no 2') : key))
  })

  const some = await Promise.allSettled([load(1), load(2)])
  expect(some.map(({ status }) => status)).toEqual(['fulfilled', 'rejected'])
  const none = await Promise.allSettled([load(1), load(9)])
  expect(none.map(({ status }) => status)).toEqual(['rejected', 'rejected'])
})

it('collects keys while two calls are in flight', async () => {
  const calls: { keys: number[]; answer: () => void }[] = []
  const load = createLoader(
    (keys: number[]) =>
      new Promise<number[]>((resolve) => calls.push({ keys, answer: () => resolve(keys) })),
  )
  const turn = () => new Promise(setImmediate)
  const asked: Promise<number>[] = []
  for (const key of [1, 2, 3, 4]) {
    asked.push(load(key))
    await turn()
  }
  expect(calls.map(({ keys }) => keys)).toEqual([[1], [2]])

  calls[0]?.answer()
  await expect.poll(() => calls.map(({ keys }) => keys)).toEqual([[1], [2], [3, 4]])
  for (const { answer } of calls) answer()
  expect(await Promise.all(asked)).toEqual([1, 2, 3, 4])
})

it('does not wait for calls without an answer', async () => {
  const load = createLoader((keys: number[]) =>
    keys[0] === 3 ? Promise.resolve(keys) : new Promise<number[]>(() => {}),
  )
  for (const key of [1, 2]) {
    void load(key)
    await new Promise(setImmediate)
  }
  expect(await load(3)).toBe(3)
})

describe('with a minimum interval of 20 ms', () => {
  const turn = () => new Promise(setImmediate)
  /** A loader, the keys of its calls, and a function that answers all calls. Time is fake: tests advance it. */
  function open() {
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'performance'] })
    onTestFinished(() => void vi.useRealTimers())
    const calls: number[][] = []
    const waiting: (() => void)[] = []
    const load = createLoader(
      (keys: number[]) => {
        calls.push(keys)
        return new Promise<number[]>((resolve) => waiting.push(() => void resolve(keys)))
      },
      { minIntervalMs: 20 },
    )
    const answer = async () => {
      for (const resolve of waiting.splice(0)) resolve()
      await turn()
    }
    return { load, calls, answer }
  }

  it('a key is sent at once, and those of the next 20 ms together', async () => {
    const { load, calls, answer } = open()
    void load(1)
    await turn()
    expect(calls).toEqual([[1]])

    await answer()
    void load(2)
    await vi.advanceTimersByTimeAsync(19)
    void load(3)
    await turn()
    expect(calls).toEqual([[1]])
    await vi.advanceTimersByTimeAsync(1)
    expect(calls).toEqual([[1], [2, 3]])

    await vi.advanceTimersByTimeAsync(20)
    void load(4)
    await turn()
    expect(calls).toEqual([[1], [2, 3], [4]])
  })

  it('32 keys wait only until no call is in flight', async () => {
    const { load, calls, answer } = open()
    void load(0)
    await turn()
    for (let key = 1; key <= 32; key++) void load(key)
    await turn()
    expect(calls).toHaveLength(1)

    await answer()
    await turn()

    expect(calls[1]).toHaveLength(32)
  })

  it('32 keys are sent after the interval, also while a call is in flight', async () => {
    const { load, calls } = open()
    void load(0)
    await turn()
    for (let key = 1; key <= 32; key++) void load(key)
    await turn()
    expect(calls).toHaveLength(1)

    await vi.advanceTimersByTimeAsync(20)

    expect(calls[1]).toHaveLength(32)
  })

  it('keys wait no less while two calls are in flight', async () => {
    const { load, calls } = open()
    void load(1)
    await vi.advanceTimersByTimeAsync(20)
    void load(2)
    await turn()
    expect(calls).toEqual([[1], [2]])

    void load(3)
    await turn()
    await vi.advanceTimersByTimeAsync(19)
    expect(calls).toHaveLength(2)
    await vi.advanceTimersByTimeAsync(1)

    expect(calls).toEqual([[1], [2], [3]])
  })

  it('31 keys wait for the interval, even if no call is in flight', async () => {
    const { load, calls, answer } = open()
    void load(0)
    await turn()
    await answer()
    for (let key = 1; key <= 31; key++) void load(key)
    await turn()
    expect(calls).toHaveLength(1)

    await vi.advanceTimersByTimeAsync(20)

    expect(calls[1]).toHaveLength(31)
  })
})

it('makes one call per group, and a failure affects only its group', async () => {
  const calls: string[] = []
  const load = createGroupLoader<{ team: string; n: number }, number>(
    ({ team }) => team,
    async (keys) => {
      calls.push(keys.map(({ team, n }) => `${team}${n}`).join())
      if (keys[0]?.team === 'b') throw new Error('b is away')
      return keys.map(({ n }) => n * 2)
    },
  )
  const ask = (team: string, n: number) => load({ team, n })

  const ends = await Promise.allSettled([ask('a', 1), ask('b', 2), ask('a', 3)])
  expect(calls).toEqual(['a1,a3', 'b2'])
  expect(ends).toMatchObject([{ value: 2 }, { reason: { message: 'b is away' } }, { value: 6 }])
})
