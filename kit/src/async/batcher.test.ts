import { beforeEach, expect, it, onTestFinished, vi } from 'vitest'
import { createBatcher, type Delay, oneAtATime } from './batcher.ts'

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'performance'] })
  onTestFinished(() => void vi.useRealTimers())
})

const turn = () => new Promise(setImmediate)

/** A batcher of numbers, each of which is its weight, and its flushes, which the test ends. */
function open(delay?: Delay, limits: { maxItems?: number; maxWeight?: number } = {}) {
  const flushes: { items: number[]; end: () => void; fail: (error: Error) => void }[] = []
  const flush = (items: number[]) =>
    new Promise<number>((resolve, reject) => {
      flushes.push({ items, end: () => resolve(items.length), fail: reject })
    })
  const batcher = createBatcher(flush, delay, { weigh: (item) => item, ...limits })
  return { ...batcher, flushes, batches: () => flushes.map(({ items }) => items) }
}

it('items of one turn of the event loop are one batch, whose result all of them get', async () => {
  const { add, flushes, batches } = open()
  const results = [add(1), add(2)]
  expect(batches()).toEqual([])
  await turn()
  results.push(add(3))
  await turn()

  expect(batches()).toEqual([[1, 2], [3]])
  for (const { end } of flushes) end()
  expect(await Promise.all(results)).toEqual([2, 2, 1])
})

it('an error is that of all items of its batch and of no others', async () => {
  const { add, flushes } = open(undefined, { maxItems: 2 })
  const results = [add(1), add(2), add(3)]
  await turn()
  flushes[0]?.fail(new Error('away'))
  flushes[1]?.end()

  expect(await Promise.allSettled(results)).toMatchObject([
    { reason: { message: 'away' } },
    { reason: { message: 'away' } },
    { value: 1 },
  ])
})

it('a flush that throws at once rejects its items', async () => {
  const { add } = createBatcher<number, void>(() => {
    throw new Error('bug')
  })

  await expect(add(1)).rejects.toThrow('bug')
})

it('a full batch is flushed in the same turn, whatever the delay', () => {
  const { add, batches } = open(() => Number.POSITIVE_INFINITY, { maxItems: 2 })
  for (const item of [1, 2, 3, 4, 5]) void add(item)

  expect(batches()).toEqual([
    [1, 2],
    [3, 4],
  ])
})

it('no batch weighs more than the maximum, except a single item', async () => {
  const { add, batches } = open(undefined, { maxWeight: 10 })
  for (const item of [6, 5, 4, 2, 20, 1, 10]) void add(item)
  await turn()

  expect(batches()).toEqual([[6], [5, 4], [2], [20], [1], [10]])
})

it('the delay is asked again after a wait, with the age and the weight of the batch', async () => {
  const delay = ({ weight, ageMs }: { weight: number; ageMs: number }) =>
    (weight >= 5 ? 50 : 10) - ageMs
  const { add, batches } = open(delay)
  void add(1)
  await turn()
  await vi.advanceTimersByTimeAsync(9)
  expect(batches()).toEqual([])
  await vi.advanceTimersByTimeAsync(1)
  expect(batches()).toEqual([[1]])

  void add(5)
  await turn()
  await vi.advanceTimersByTimeAsync(49)
  void add(6)
  await turn()
  expect(batches()).toHaveLength(1)
  await vi.advanceTimersByTimeAsync(1)
  expect(batches()).toEqual([[1], [5, 6]])
})

it('one at a time, items wait for the end of the flush, also of one that fails', async () => {
  const { add, flushes, batches } = open(oneAtATime)
  const first = add(1)
  await turn()
  const rest = [add(2)]
  await turn()
  rest.push(add(3))
  await turn()
  expect(batches()).toEqual([[1]])

  flushes[0]?.fail(new Error('away'))
  await expect(first).rejects.toThrow('away')
  await turn()

  expect(batches()).toEqual([[1], [2, 3]])
  flushes[1]?.end()
  expect(await Promise.all(rest)).toEqual([2, 2])
})

it('closing waits until all items are flushed, including those added meanwhile', async () => {
  const { add, close, flushes, batches } = open(() => 1_000)
  void add(1)
  let isClosed = false
  const closing = close().then(() => {
    isClosed = true
  })
  void add(2)
  expect(batches()).toEqual([[1]])
  flushes[0]?.end()
  await turn()
  await turn()

  expect(batches()).toEqual([[1], [2]])
  expect(isClosed).toBe(false)
  flushes[1]?.end()
  await closing
})
