import { expect, it, onTestFinished, vi } from 'vitest'
import { createFairShare, createTeamQueue, shareOf } from './fair-share.ts'

/** Work that the test ends, recorded when it starts. */
function workshop(slots: number, waitingMax?: number) {
  const { run, tryTake } = createFairShare(slots, waitingMax)
  const started: string[] = []
  const running: (() => void)[] = []
  const begin = (owner: string, job?: string) => {
    const work = () => {
      started.push(owner)
      return new Promise<void>((resolve) => running.push(resolve))
    }
    return run(owner, work, job)
  }
  /** Ends the oldest running work. */
  const end = async () => {
    running.shift()?.()
    await new Promise(setImmediate)
  }
  return { begin, end, started, tryTake }
}

it('gives one owner a quarter of the slots, at least one, and leaves the rest to others', () => {
  const { begin, started } = workshop(8)
  for (let i = 0; i < 5; i++) void begin('greedy')
  void begin('other')

  expect(started).toEqual(['greedy', 'greedy', 'other'])
  expect([1, 2, 7, 8, 200].map(shareOf)).toEqual([1, 1, 1, 2, 50])
})

it('gives free slots to the waiting owners in turn, to each in the order of its work', async () => {
  const { begin, end, started } = workshop(1)
  for (const owner of ['a', 'a', 'a', 'a', 'b', 'b', 'c']) void begin(owner)
  for (let i = 0; i < 7; i++) await end()

  expect(started.join('')).toBe('aabcaba')
})

it('lets an owner keep its turn for the parts of one job, four at most', async () => {
  const { begin, end, started } = workshop(1)
  void begin('first')
  for (const job of ['1', '1', '1', '2']) void begin('a', job)
  for (const job of ['1', '1']) void begin('b', job)
  for (let i = 0; i < 6; i++) void begin('c', '1')
  for (let i = 0; i < 13; i++) await end()

  expect(started.join('').replace('first', '')).toBe('aaabbccccacc')
})

it('keeps the place of an owner that has used its share in the middle of a job', async () => {
  const { begin, end, started } = workshop(8)
  for (const owner of ['x', 'x', 'y', 'y', 'z', 'z', 'a', 'b']) void begin(owner)
  for (let i = 0; i < 4; i++) void begin('a', 'page')
  void begin('b')
  for (let i = 0; i < 11; i++) await end()

  expect(started.slice(8).join('')).toBe('abaaa')
})

it('lets queued work overtake an owner that has used its share', async () => {
  const { begin, end, started } = workshop(4)
  for (const owner of ['a', 'a', 'b', 'c', 'd', 'e']) void begin(owner)
  expect(started).toEqual(['a', 'b', 'c', 'd'])
  await end() // of a
  expect(started).toEqual(['a', 'b', 'c', 'd', 'a'])
  await end() // of b: e waits, and a has its share
  expect(started.at(-1)).toBe('e')
})

it('refuses waiting work of an owner above the limit, and none of the others', async () => {
  const { begin, started } = workshop(4, 2)
  for (let i = 0; i < 3; i++) void begin('a')

  await expect(begin('a')).rejects.toMatchObject({ kind: 'unavailable' })
  void begin('b')
  expect(started).toEqual(['a', 'b'])
})

it('refuses work that has waited too long, and runs what waits behind it', async () => {
  vi.useFakeTimers()
  onTestFinished(() => void vi.useRealTimers())
  const { run } = createFairShare(1, 2, 5_000)
  const gate = Promise.withResolvers<void>()
  const first = run('a', () => gate.promise)
  const tries = [run('b', async () => 'b'), run('b', async () => 'b')].map((it) => it.catch(String))
  await vi.advanceTimersByTimeAsync(4_999)
  const later = run('c', async () => 'c')
  await vi.advanceTimersByTimeAsync(1)
  const refused = 'Problem: Too many requests of this kind at once. Try again.'
  expect(await Promise.all(tries)).toEqual([refused, refused])
  const again = run('b', async () => 'b')
  gate.resolve()

  expect(await Promise.all([first, later, again])).toEqual([undefined, 'c', 'b'])
})

it('frees the slot of work that failed', async () => {
  const { run } = createFairShare(1)

  await expect(run('a', () => Promise.reject(new Error('failed')))).rejects.toThrow('failed')
  expect(await run('b', async () => 'done')).toBe('done')
})

it('takes a slot without waiting, or returns undefined if the share is used up', () => {
  const { tryTake } = workshop(8)
  const leave = tryTake('a')
  tryTake('a')

  expect(tryTake('a')).toBeUndefined()
  expect(tryTake('b')).toBeTypeOf('function')
  leave?.()
  expect(tryTake('a')).toBeTypeOf('function')
})

it('takes a slot for two owners, such as a team and a person, if both have room', () => {
  const { tryTake } = workshop(12)
  const leave = tryTake('team 1', 'person')
  tryTake('team 2', 'person')
  tryTake('team 3', 'person')

  expect(tryTake('team 4', 'person')).toBeUndefined()
  expect(tryTake('team 4', 'other')).toBeTypeOf('function')
  leave?.()
  expect(tryTake('team 4', 'person')).toBeTypeOf('function')
})

it('reserves the last quarter of the slots for owners that hold none', () => {
  const { tryTake } = workshop(16)
  const taken = (owner: string) =>
    Array.from({ length: 5 }, () => tryTake(owner)).filter((it) => it !== undefined).length

  expect(['a', 'b', 'c', 'd', 'e', 'f', 'g', 'h'].map(taken)).toEqual([4, 4, 4, 1, 1, 1, 1, 0])
})

it('a queue of teams runs one work of a team and that of four teams at once', async () => {
  const { run } = createTeamQueue()
  const started: number[] = []
  const ends: (() => void)[] = []
  const all = [1, 1, 2, 3, 4, 5].map((team) =>
    run(team, () => {
      started.push(team)
      return new Promise<void>((resolve) => ends.push(resolve))
    }),
  )
  expect(started).toEqual([1, 2, 3, 4])

  ends[0]?.()
  await all[0]
  await new Promise(setImmediate)
  expect(started).toEqual([1, 2, 3, 4, 1])
  for (const end of ends.splice(1)) end()
  await new Promise(setImmediate)
  expect(started).toEqual([1, 2, 3, 4, 1, 5])
})
