import { expect, it } from 'vitest'
import { openCrowd } from './crowd.ts'
import { openHouse } from './house.ts'
import { balance, settle } from './ledger.ts'
import { residentMb } from './memory.ts'
import { createLink } from './reach.ts'
import { until } from './until.ts'
import { statuses, visit } from './visitor.ts'

/** Maximum number of visits in flight in a redirect. */
const IN_HAND = 2_000
const CROWD = 3_000
const ROUNDS = 6
const GROWN_MB = 80

it('with more concurrent visits than a redirect accepts, the excess fails fast, the rest is redirected, no click is lost', async () => {
  const house = await openHouse()
  try {
    const [link, other] = [await createLink(house), await createLink(house)]
    const url = `http://127.0.0.1:${house.environment('redirect').HTTP_PORT}`
    await until(async () => (await visit(house, link.slug)).status === 302, 'a warm redirect')
    const crowd = await openCrowd(url, link.slug, CROWD)
    expect(crowd.seen.answered.size).toBe(CROWD)
    // A slow Redis, so that no visit is answered before all have arrived.
    house.lines.of('redirect', 'redis').set('slow', 20)
    const resident: number[] = []

    for (let round = 0; round < ROUNDS; round++) {
      house.signal('redirect', 'SIGSTOP')
      const answers = await crowd.visitTogether(() => house.signal('redirect', 'SIGCONT'))

      const places = (status: number) =>
        answers.flatMap((answer, place) => (answer.status === status ? [place] : []))
      const [sentOn, told] = [places(302), places(503)]
      expect(sentOn.length + told.length).toBe(CROWD)
      expect(sentOn.length).toBeGreaterThanOrEqual(IN_HAND)
      expect(told.length).toBeGreaterThan(0)
      expect(new Set(told.map((place) => answers[place]?.retryAfter))).toEqual(new Set(['2']))
      // Rejected visits do not queue behind the accepted ones.
      expect(mean(told)).toBeLessThan(mean(sentOn))
      expect(await statuses(house, other.slug, 5)).toEqual([302])
      resident.push(await residentMb(house.pidOf('redirect') ?? 0))
    }

    expect(Math.max(...resident) - (resident[0] ?? 0)).toBeLessThan(GROWN_MB)
    house.lines.mend()
    await crowd.close()
    await settle(house)
    const { lost, double, stored, told } = await balance(house, link, crowd.seen)
    expect({ lost, double }).toEqual({ lost: [], double: [] })
    expect(stored).toBe(crowd.seen.answered.size + 1)
    expect(new Set(Object.values(told))).toEqual(new Set([stored]))
  } finally {
    await house.close()
  }
})

const mean = (numbers: readonly number[]): number =>
  numbers.reduce((sum, it) => sum + it, 0) / numbers.length
