import type { Fault, Scale } from './fault.ts'
import { type Balance, balance, countRefused, isWhole, settle } from './ledger.ts'
import { visitDuring } from './load.ts'
import { createLink } from './requests.ts'
import type { TestStack } from './test-stack.ts'

/** Two copies of the processes that serve visitors. */
export const COPIES = { redirect: 2, gateway: 2 }

export const SHORT: Scale = { kills: 1, workerKills: 5, cutVisits: 300, awayVisits: 6_000 }
export const LONG: Scale = { kills: 5, workerKills: 20, cutVisits: 1_500, awayVisits: 60_000 }

/** The result of one fault. */
export interface Outcome extends Balance {
  /** Time from the end of the load until all endpoints returned the last click. */
  settledMs: number
  /** Rejected clicks, without those of `poisonQueue`. */
  refused: number
}

/** Runs the load with the fault, waits until everything is settled, and compares. */
export async function runFault(
  testStack: TestStack,
  fault: Fault,
  scale: Scale,
  perSecond: number,
): Promise<Outcome> {
  const link = await createLink(testStack)
  const refusedBefore = await countRefused(testStack)
  await fault.before?.(testStack)
  try {
    const { again = false, poisoned = 0 } = fault
    const seen = await visitDuring(testStack.url, link.slug, { perSecond, again }, (now) =>
      fault.run(testStack, now, scale),
    )
    const overMs = performance.now()
    await settle(testStack)
    const settledMs = Math.round(performance.now() - overMs)
    const refused = (await countRefused(testStack)) - refusedBefore - poisoned
    return { ...(await balance(testStack, link, seen)), settledMs, refused }
  } finally {
    testStack.lines.mend()
  }
}

export const isRight = (it: Outcome): boolean => isWhole(it) && it.refused === 0

const HEAD = ['Fault', 'Requests', 'Answered', 'Lost', 'Counted twice', 'Longest gap']

/** The table as Markdown; `gap` is the longest time without a redirected visit. */
export const tableHead = (): string => `${line(HEAD)}\n${line(HEAD.map(() => '---'))}`

export const tableRow = (name: string, it: Outcome): string =>
  line([
    isRight(it) ? name : `**${name}**`,
    it.requests,
    it.answered,
    it.lost.length,
    it.double.length,
    `${it.longestGapMs} ms`,
  ])

const line = (cells: readonly (string | number)[]): string => `| ${cells.join(' | ')} |`
