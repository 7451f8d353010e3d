import { canonicalAddress, matchNetworks } from '@fingerpost/kit/net/ip'
import { parseJson } from '@fingerpost/kit/text/json'

/** Which clicks of a team are erased: those that meet all criteria. 0 and empty values are none. */
export interface Criteria {
  org_id: number
  link_ids: readonly number[]
  domain_id: number
  /** A network in CIDR notation. */
  address: string
  from_ms: number
  /** Clicks at this time or later stay. */
  until_ms: number
}

export interface Erasure extends Criteria {
  id: number
  /** Increases with each change; see `phaseOf`. */
  step: number
  /** Clicks that were counted, and are being or have been deleted. */
  found: number
  changed_at_ms: number
}

/** The id of the erasure of a deleted team: of all its clicks, without keeping their counts. */
export const TEAM_ERASURE = 0

const PHASES = ['waiting', 'erasing', 'done'] as const

/**
 * Waiting: its clicks are still counted in the table. Erasing: their counts stand for them, and they
 * are being deleted. Done: none are left. If one turns up, the next round begins.
 */
export const phaseOf = ({ step }: Pick<Erasure, 'step'>) => PHASES[step % 3] ?? 'done'

/** The number of the round, from 0. */
export const roundOf = ({ step }: Pick<Erasure, 'step'>): number => Math.floor(step / 3)

/** Statements about a team name all its erasures that are being deleted, up to four times. */
const ERASING_AT_ONCE = 50
const LINKS_AT_ONCE = 3_000

/** The first of the waiting erasures of a team that can be deleted beside those that already are. */
export function fitting<Waiting extends Pick<Criteria, 'link_ids'>>(
  waiting: readonly Waiting[],
  erasing: readonly Pick<Criteria, 'link_ids'>[],
): readonly Waiting[] {
  let count = erasing.length
  let links = erasing.reduce((sum, { link_ids }) => sum + link_ids.length, 0)
  const end = waiting.findIndex(({ link_ids }) => {
    count++
    links += link_ids.length
    return count > ERASING_AT_ONCE || links > LINKS_AT_ONCE
  })
  return end < 0 ? waiting : waiting.slice(0, end)
}

/** Erasures in groups that fit into a statement each. */
export function statements<It extends Pick<Criteria, 'link_ids'>>(
  erasures: readonly It[],
): [It, ...It[]][] {
  const groups: [It, ...It[]][] = []
  for (let i = 0; i < erasures.length; ) {
    const [first, ...more] = erasures.slice(i) as [It, ...It[]]
    const group: [It, ...It[]] = [first, ...fitting(more, [first])]
    groups.push(group)
    i += group.length
  }
  return groups
}

/** The values of a click that erasures compare. */
export interface Subject {
  org_id: number
  /** Undefined if unreadable, which counts as a match. */
  link_id: number | undefined
  domain_id: number
  created_at_ms: number | undefined
  ip: string
}

/** Returns a function that finds out whether one of the erasures includes a click. */
export function matchErasures(erasures: readonly Criteria[]): (click: Subject) => boolean {
  const criteria = erasures.map(({ link_ids, address, ...it }) => ({
    ...it,
    links: link_ids.length > 0 ? new Set(link_ids) : undefined,
    isFrom: address ? matchNetworks([address]) : undefined,
  }))
  return ({ org_id, link_id, domain_id, created_at_ms: at, ip }) =>
    criteria.some(
      (it) =>
        it.org_id === org_id &&
        (at === undefined || (at >= it.from_ms && at < it.until_ms)) &&
        (!it.links || link_id === undefined || it.links.has(link_id)) &&
        (!it.domain_id || it.domain_id === domain_id) &&
        (!it.isFrom || it.isFrom(canonicalAddress(ip) ?? '')),
    )
}

const whole = (value: unknown) => (Number.isSafeInteger(value) ? (value as number) : undefined)

/** The values of a click in a job, or of a row that the table refused; undefined without a team. */
export function subjectOf(value: unknown): Subject | undefined {
  if (typeof value !== 'object' || value === null) return undefined
  const given = value as Record<string, unknown>
  const org_id = whole(given.org_id)
  if (org_id === undefined) return undefined
  const at =
    whole(given.created_at_ms) ?? whole(given.created_at) ?? Date.parse(`${given.created_at}Z`)
  return {
    org_id,
    link_id: whole(given.link_id),
    domain_id: whole(given.domain_id) ?? 0,
    created_at_ms: Number.isNaN(at) ? undefined : at,
    ip: typeof given.ip === 'string' ? given.ip : '',
  }
}

const TEAM = /"org_id":(\d{1,15})/g

/** The ids of teams in the text of a rejected click. */
export const teamsIn = (text: string): number[] =>
  [...text.matchAll(TEAM)].map(([, id]) => Number(id))

/**
 * Returns a function for the text of a rejected click: undefined if the click is erased. Of an unreadable text,
 * only the team is known.
 */
export function matchRejected(erasures: readonly Criteria[]): (text: string) => string | undefined {
  const includes = matchErasures(erasures)
  const teams = new Set(erasures.map(({ org_id }) => org_id))
  return (text) => {
    const value = parseJson(text)
    const subject = subjectOf(value)
    const isErased =
      value === undefined
        ? teamsIn(text).some((id) => teams.has(id))
        : subject !== undefined && includes(subject)
    return isErased ? undefined : text
  }
}
