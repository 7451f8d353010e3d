import { Lifecycle } from '@fingerpost/kit/process/lifecycle'
import { afterAll, expect, it } from 'vitest'
import { as, log, openTestAnalytics, openTestClickHouse } from '../testing/stack.ts'

const lifecycle = new Lifecycle(log)
afterAll(() => lifecycle.close())

it('a team that asks more than can be answered does not delay another one', async () => {
  const { env } = await openTestClickHouse(lifecycle)
  const { analytics } = await openTestAnalytics(lifecycle, env)
  const filter = { include_bots: false, period: 'all' }
  const ask = (orgId: number) => analytics.countClicks({ filter }, as(orgId))
  await ask(1)

  const ends: string[] = []
  const many = Array.from({ length: 400 }, () =>
    ask(1).then(
      () => ends.push('answered'),
      ({ kind }) => ends.push(kind),
    ),
  )
  await ask(2)
  const before = ends.filter((it) => it === 'answered').length
  await Promise.all(many)

  // 256 of them wait, and the rest is refused at once.
  expect(before).toBeLessThan(100)
  expect(
    Map.groupBy(ends, (it) => it)
      .keys()
      .toArray()
      .sort(),
  ).toEqual(['answered', 'unavailable'])
})
