import { expect, it } from 'vitest'
import { balance, settle } from './ledger.ts'
import { residentMb } from './memory.ts'
import { createLink } from './requests.ts'
import { startTestStack } from './test-stack.ts'
import { until } from './until.ts'
import { statuses, visit } from './visitor.ts'
import { openVisitors } from './visitors.ts'

/** Maximum number of visits in flight in a redirect. */
const IN_HAND = 2_000
const VISITORS = 3_000
const ROUNDS = 6
const GROWTH_MB = 80

it('with more concurrent visits than a redirect accepts, the excess fails fast, the rest is redirected, no click is lost', async () => {
  const testStack = await startTestStack()
  try {
    const [link, other] = [await createLink(testStack), await createLink(testStack)]
    const url = `http://127.0.0.1:${testStack.environment('redirect').HTTP_PORT}`
    await until(async () => (await visit(testStack, link.slug)).status === 302, 'a warm redirect')
    const visitors = await openVisitors(url, link.slug, VISITORS)
    expect(visitors.seen.answered.size).toBe(VISITORS)
    // A slow Redis, so that no visit is answered before all have arrived.
    testStack.lines.of('redirect', 'redis').set('slow', 20)
    const resident: number[] = []

    for (let round = 0; round < ROUNDS; round++) {
      testStack.signal('redirect', 'SIGSTOP')
      const answers = await visitors.visitTogether(() => testStack.signal('redirect', 'SIGCONT'))

      const places = (status: number) =>
        answers.flatMap((answer, place) => (answer.status === status ? [place] : []))
      const [sentOn, counted] = [places(302), places(503)]
      expect(sentOn.length + counted.length).toBe(VISITORS)
      expect(sentOn.length).toBeGreaterThanOrEqual(IN_HAND)
      expect(counted.length).toBeGreaterThan(0)
      expect(new Set(counted.map((place) => answers[place]?.retryAfter))).toEqual(new Set(['2']))
      // Rejected visits do not queue behind the accepted ones.
      expect(mean(counted)).toBeLessThan(mean(sentOn))
      expect(await statuses(testStack, other.slug, 5)).toEqual([302])
      resident.push(await residentMb(testStack.pidOf('redirect') ?? 0))
    }

    expect(Math.max(...resident) - (resident[0] ?? 0)).toBeLessThan(GROWTH_MB)
    testStack.lines.mend()
    await visitors.close()
    await settle(testStack)
    const { lost, double, stored, counted } = await balance(testStack, link, visitors.seen)
    expect({ lost, double }).toEqual({ lost: [], double: [] })
    expect(stored).toBe(visitors.seen.answered.size + 1)
    expect(new Set(Object.values(counted))).toEqual(new Set([stored]))
  } finally {
    await testStack.close()
  }
})

const mean = (numbers: readonly number[]): number =>
  numbers.reduce((sum, it) => sum + it, 0) / numbers.length
