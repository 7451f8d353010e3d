import { expect, it } from 'vitest'
import { unknownLimit } from './unknown.cache.ts'

it('all addresses of a site that are over the limit share its turns', async () => {
  const { slowly } = unknownLimit(1)
  const looked: string[] = []
  const held = Promise.withResolvers<string>()
  const look = (ip: string) =>
    slowly(ip, () => {
      looked.push(ip)
      return held.promise
    })
  const guesses = Array.from({ length: 10 }, (_, i) => look(`2001:db8:1:${i}::1`))
  const other = look('2001:db8:2::1')

  expect(looked).toEqual(['2001:db8:1:0::1', '2001:db8:1:1::1', '2001:db8:2::1'])
  held.resolve('found')
  expect(await other).toBe('found')
  expect(new Set(await Promise.all(guesses))).toEqual(new Set(['found']))
})
