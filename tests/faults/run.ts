import type { Fault, Scale } from './fault.rows.ts'
import type { House } from './house.ts'
import { type Balance, balance, createLink, isWhole, settle } from './ledger.ts'
import { visitDuring } from './load.ts'

/** Two copies of what visitors are served by. */
export const COPIES = { redirect: 2, gateway: 2 }

export const SHORT: Scale = { kills: 1, workerKills: 5, cutVisits: 300, awayVisits: 6_000 }
export const LONG: Scale = { kills: 5, workerKills: 20, cutVisits: 1_500, awayVisits: 60_000 }

/** Load, fault, quiet, comparison. */
export async function runFault(
  house: House,
  fault: Fault,
  scale: Scale,
  perSecond: number,
): Promise<Balance> {
  const link = await createLink(house)
  await fault.before?.(house)
  try {
    const { again = false } = fault
    const seen = await visitDuring(house.url, link.slug, { perSecond, again }, (now) =>
      fault.run(house, now, scale),
    )
    await settle(house)
    return await balance(house, link, seen)
  } finally {
    house.lines.mend()
  }
}

const HEAD = ['Fault', 'Requests', 'Answered', 'Lost', 'Counted twice', 'Longest gap']

/** The table as Markdown; `gap` is the longest time without a visit that was sent on. */
export const tableHead = (): string => `${line(HEAD)}\n${line(HEAD.map(() => '---'))}`

export const tableRow = (name: string, it: Balance): string =>
  line([
    isWhole(it) ? name : `**${name}**`,
    it.requests,
    it.answered,
    it.lost.length,
    it.double.length,
    `${it.longestGapMs} ms`,
  ])

const line = (cells: readonly (string | number)[]): string => `| ${cells.join(' | ')} |`
