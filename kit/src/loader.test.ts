import { expect, it } from 'vitest'
import { createLoader } from './loader.ts'

it('answers all who ask in one turn with one call', async () => {
  const calls: number[][] = []
  const load = createLoader(async (keys: number[]) => {
    calls.push(keys)
    return keys.map((key) => key * 2)
  })

  expect(await Promise.all([load(1), load(2), load(1)])).toEqual([2, 4, 2])
  expect(await load(3)).toBe(6)
  expect(calls).toEqual([[1, 2, 1], [3]])
})

it('sends no more than the most at once', async () => {
  const sizes: number[] = []
  const load = createLoader(async (keys: number[]) => {
    sizes.push(keys.length)
    return keys
  }, 2)

  expect(await Promise.all([1, 2, 3, 4, 5].map(load))).toEqual([1, 2, 3, 4, 5])
  expect(sizes).toEqual([2, 2, 1])
})

it('fails one key alone where its value is an error, and all where the call fails', async () => {
  const load = createLoader(async (keys: number[]) => {
    if (keys.includes(9)) throw new Error('away')
    return keys.map((key) => (key === 2 ? new Error('no 2') : key))
  })

  const some = await Promise.allSettled([load(1), load(2)])
  expect(some.map(({ status }) => status)).toEqual(['fulfilled', 'rejected'])
  const none = await Promise.allSettled([load(1), load(9)])
  expect(none.map(({ status }) => status)).toEqual(['rejected', 'rejected'])
})
