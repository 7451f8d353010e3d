import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { faults } from './fault.rows.ts'
import type { Fault } from './fault.ts'
import { COPIES, runFault, SHORT } from './run.ts'
import { startTestStack, type TestStack } from './test-stack.ts'

const PER_SECOND = 300
/** The short row that `npm test` runs; the long tests run the others. */
const BRIEF = 'redirect killed'

export const isBrief = ({ name }: Fault): boolean => name === BRIEF

/** Tests the short rows that match, on one stack, which it returns once it is open. */
export function testFaults(matches: (fault: Fault) => boolean): () => TestStack {
  let testStack: TestStack
  beforeAll(async () => {
    testStack = await startTestStack({ copies: COPIES, clocks: true })
  })
  afterAll(() => testStack?.close())

  describe('every answered visit is stored once and counted consistently, and redirects keep working', () => {
    it.each(faults.filter((it) => it.short && matches(it)))('$name', async (fault) => {
      const it = await runFault(testStack, fault, SHORT, PER_SECOND)

      expect(it.answered).toBeGreaterThan(0)
      expect({ lost: it.lost, double: it.double, refused: it.refused }).toEqual({
        lost: [],
        double: [],
        refused: 0,
      })
      expect(new Set(Object.values(it.counted))).toEqual(new Set([it.stored]))
    })
  })

  it('no job failed for good', async () => {
    expect(await testStack.redis.zcard('{clicks}:clicks:failed')).toBe(0)
  })
  return () => testStack
}
