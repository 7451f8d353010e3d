import { type ClickHouse, toDateTime } from '../store/clickhouse.client.ts'
import { type Criteria, type Erasure, phaseOf, roundOf } from './erasure.rules.ts'

const COLUMNS = {
  org_id: ['org_id', 'UInt64'],
  id: ['id', 'UInt64'],
  link_ids: ['link_ids', 'Array(UInt64)'],
  domain_id: ['domain_id', 'UInt64'],
  address: ['address', 'String'],
  from_ms: ['toUnixTimestamp64Milli(from)', 'Int64'],
  until_ms: ['toUnixTimestamp64Milli(until)', 'Int64'],
  step: ['step', 'UInt32'],
  found: ['found', 'UInt64'],
  changed_at_ms: ['toUnixTimestamp64Milli(changed_at)', 'Int64'],
} as const satisfies Record<keyof Erasure, readonly [sql: string, type: string]>
const ENTRIES = Object.entries(COLUMNS)
const SHOWN = ENTRIES.map(([name, [text]]) => `${text} AS ${name}`).join()
const AS_TUPLE = `CAST(tuple(${ENTRIES.map(([, [text]]) => text).join()}),
  'Tuple(${ENTRIES.map(([name, [, type]]) => `${name} ${type}`).join()})')`

const at = (ms: number) => `fromUnixTimestamp64Milli(${ms}, 'UTC')`

type Selection = Omit<Criteria, 'org_id'>

/** The common columns of clicks and late clicks. */
const basics = ({ link_ids, from_ms, until_ms }: Selection) => [
  `created_at >= ${at(from_ms)}`,
  `created_at < ${at(until_ms)}`,
  ...(link_ids.length > 0 ? [`link_id IN (${link_ids.join()})`] : []),
]

// An invalid address would be an error.
const VALID_IP = "if(isIPv4String(ip) OR isIPv6String(ip), ip, '::')"

/** The condition for clicks of any team. It has only numbers and a checked network. */
export const isSelected = (criteria: Selection): string =>
  [
    ...basics(criteria),
    ...(criteria.domain_id ? [`domain_id = ${criteria.domain_id}`] : []),
    ...(criteria.address ? [`ip != '' AND ${isIn(criteria.address)}`] : []),
  ].join(' AND ')

/** The condition for clicks that an erasure includes. */
export const isErased = (criteria: Criteria): string =>
  `org_id = ${criteria.org_id} AND ${isSelected(criteria)}`

/** The condition for ids of late clicks that an erasure includes. */
export const isErasedLate = (criteria: Criteria): string =>
  [
    `org_id = ${criteria.org_id}`,
    ...basics(criteria),
    ...(criteria.domain_id || criteria.address
      ? [`id IN (SELECT id FROM clicks_raw_v1 WHERE ${isErased(criteria)})`]
      : []),
  ].join(' AND ')

/** The condition for a column `ip` in a network. */
export const isIn = (network: string): string =>
  `isIPAddressInRange(${VALID_IP}, '${networkText(network)}')`

function networkText(network: string): string {
  if (!/^[\da-f:.]+\/\d{1,3}$/i.test(network)) throw new Error('not a network')
  return network
}

/** What the counts of a team's clicks must respect while clicks are being erased. */
export interface ErasureState {
  /** Changes whenever an erasure does. */
  version: number
  /** Number of rounds of deletion that have begun, over all erasures. */
  begun: number
  /** Clicks that no longer count, because their counts stand for them. */
  erasing: Erasure[]
  /** The condition for counts of erased clicks that do count. */
  counted: string
}

export const erasureRepository = (clickhouse: ClickHouse) => ({
  /** The erasures of these teams that may include clicks from this time on. */
  from: (orgs: Iterable<number>, fromMs: number): Promise<Erasure[]> =>
    clickhouse.read<Erasure>({
      text: `SELECT ${SHOWN} FROM erasures_v1 FINAL
        WHERE org_id IN {orgs:Array(UInt64)} AND until > {from:DateTime64(3, 'UTC')}`,
      params: { orgs: [...new Set(orgs)], from: toDateTime(fromMs) },
    }),

  byId: (ids: readonly number[]): Promise<Erasure[]> =>
    clickhouse.read<Erasure>({
      text: `SELECT ${SHOWN} FROM erasures_v1 FINAL WHERE id IN {ids:Array(UInt64)}`,
      params: { ids },
    }),

  /** Erasures that are not done, or have been for less than a time. */
  open: (doneAfterMs: number): Promise<Erasure[]> =>
    clickhouse.read<Erasure>({
      text: `SELECT ${SHOWN} FROM erasures_v1 FINAL
        WHERE step % 3 != 2 OR changed_at > {after:DateTime64(3, 'UTC')} ORDER BY org_id, id`,
      params: { after: toDateTime(doneAfterMs) },
    }),

  /** Undefined if no click of these teams was ever erased. */
  async stateOf(orgs: readonly number[]): Promise<ErasureState | undefined> {
    const [found] = await clickhouse.read<{ version: number; begun: number; open: Erasure[] }>({
      text: `SELECT sum(step + 1) AS version, sum(intDiv(step + 2, 3)) AS begun,
          groupArrayIf(${AS_TUPLE}, step % 3 != 2) AS open
        FROM erasures_v1 FINAL WHERE org_id IN {orgs:Array(UInt64)}`,
      params: { orgs },
    })
    if (!found?.version) return undefined
    const waiting = found.open.filter((it) => phaseOf(it) === 'waiting')
    const rounds = waiting.map((it) => `(${it.id}, ${roundOf(it)})`)
    return {
      version: found.version,
      begun: found.begun,
      erasing: found.open.filter((it) => phaseOf(it) === 'erasing'),
      counted: rounds.length > 0 ? `(erasure_id, round) NOT IN (${rounds.join()})` : 'true',
    }
  },

  /**
   * Repeats `run` until no erasure of these teams has changed in the meantime, so that it does not
   * read clicks while counts begin to stand for them.
   */
  async whileUnchanged<Result>(
    orgs: readonly number[],
    run: (state: ErasureState | undefined) => Promise<Result>,
  ): Promise<Result> {
    for (let before = await this.stateOf(orgs); ; ) {
      const result = await run(before)
      const after = await this.stateOf(orgs)
      if (after?.version === before?.version) return result
      before = after
    }
  },
})

export type ErasureRepository = ReturnType<typeof erasureRepository>
