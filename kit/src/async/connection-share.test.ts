import { expect, it } from 'vitest'
import { createConnectionShare, runFor } from './connection-share.ts'
import { createLoader } from './loader.ts'

const ticks = () => new Promise(setImmediate)

/** Connections that the test returns. */
function openConnections(max: number) {
  const share = createConnectionShare(max)
  const held: unknown[] = []
  const returns: (() => void)[] = []
  const hold = (name: unknown) =>
    share(() => {
      held.push(name)
      return new Promise<void>((resolve) => returns.push(resolve))
    }).catch(() => {}) // What still waits at the end of a test is refused.
  /** Calls of an owner, each of which holds one connection. */
  const call = (owner: number | string | undefined, times: number) => {
    for (let i = 0; i < times; i++) void runFor(owner, () => hold(owner))
  }
  const countOf = (name: unknown) => held.filter((it) => it === name).length
  return { hold, call, countOf, returns }
}

it('concurrent calls of one team hold a quarter of the connections, and the rest follow in turn', async () => {
  const { call, countOf, returns } = openConnections(20)
  call(7, 60)
  call(8, 3)
  call('user 9', 6)

  expect([7, 8, 'user 9'].map(countOf)).toEqual([5, 3, 5])
  returns.shift()?.()
  await ticks()
  expect(countOf(7)).toBe(6)
})

it('one team holds four connections of a small pool, and leaves some to others', () => {
  const { call, countOf } = openConnections(10)
  call(7, 60)
  call(8, 60)

  expect([7, 8].map(countOf)).toEqual([4, 4])
})

it('calls of teams leave a quarter of the connections to calls without a team', () => {
  const { call, countOf } = openConnections(20)
  for (const team of [1, 2, 3, 4]) call(team, 60)
  call(undefined, 5)

  expect([1, 2, 3, 4].map(countOf)).toEqual([5, 5, 5, 0])
  expect(countOf(undefined)).toBe(5)
})

it('what a call has started in the background counts for no team once the call has ended', async () => {
  const { hold, call, countOf } = openConnections(20)
  call(7, 60)
  const { promise, resolve } = Promise.withResolvers<void>()
  await runFor(7, async () => {
    void promise.then(() => hold('later'))
  })
  resolve()
  await ticks()

  expect(countOf('later')).toBe(1)
})

it('a batch of lookups, which may be of several teams, counts for none', async () => {
  const { hold, call, countOf } = openConnections(20)
  const look = createLoader(async (keys: string[]) => {
    void hold('batch')
    return keys
  })
  call(7, 60)

  expect(await runFor(7, () => look('key'))).toBe('key')
  expect(countOf('batch')).toBe(1)
})
