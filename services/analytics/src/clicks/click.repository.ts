import type { Click } from '@fingerpost/protos/click/v1/click'
import { LATE_MS } from '../cutoffs/cutoff.rules.ts'
import { erasureRepository } from '../erasures/erasure.repository.ts'
import { matchErasures, matchRejected, teamsIn } from '../erasures/erasure.rules.ts'
import { type ClickHouse, type Query, toDateTime } from '../store/clickhouse.client.ts'
import { insertOnce } from '../store/insert-once.repository.ts'
import { dayOf, firstOpenDay } from '../visitors/day.rules.ts'
import { CLICK_COLUMNS, type ClickRow, EMPTY_ROW, GIVEN_COLUMNS } from './click.schema.ts'
import { spansOf } from './span.rules.ts'

/** A row of clicks_rejected_v1. */
export interface RejectedRow {
  job_id: string
  position: number
  reason: string
  click: string
}

/** The row of a click; derived columns are still empty. */
export function givenColumns(click: Click): ClickRow {
  const row: Record<string, unknown> = { ...EMPTY_ROW }
  for (const name of GIVEN_COLUMNS) row[name] = click[name] ?? EMPTY_ROW[name]
  row.created_at = click.created_at_ms
  return row as ClickRow
}

export const clickRepository = (
  clickhouse: ClickHouse,
  now: () => number = Date.now,
  erasures = erasureRepository(clickhouse),
) => ({
  /**
   * Inserts the rows whose ids are not in the table yet, regardless of their age, and that are not
   * erased. A token always stands for the same rows: a second insert with it changes nothing, even
   * while the first is in flight. Late clicks are noted first, because the counts of retired months
   * must not miss them, and days that are over, because their visitors have to be counted again.
   * `isFirst` saves a read if no process has tried this before.
   */
  async insert(token: string, rows: readonly ClickRow[], isFirst = false): Promise<void> {
    if (rows.length === 0) return
    const orgs = rows.map(({ org_id }) => org_id)
    const oldest = rows.reduce((least, { created_at }) => Math.min(least, created_at), Infinity)
    await insertOnce<ClickRow>(clickhouse, {
      token,
      isFirst,
      async missing() {
        const [held, known] = await Promise.all([
          clickhouse.read<{ id: string }>(readIds(rows)),
          erasures.from(orgs, oldest),
        ])
        const seen = new Set(held.map(({ id }) => id))
        const isErased = matchErasures(known)
        return rows.filter(
          (row) =>
            !seen.has(row.id) &&
            !(known.length > 0 && isErased({ ...row, created_at_ms: row.created_at })) &&
            seen.add(row.id),
        )
      },
      async insert(token, missing) {
        const lateBefore = now() - LATE_MS
        const late = missing.filter(({ created_at }) => created_at < lateBefore).map(toLate)
        await clickhouse.insert('late_clicks_v1', late)
        await clickhouse.insert('visitor_days_v1', changedDays(missing, firstOpenDay(now())))
        await clickhouse.insertBlock('clicks_raw_v1', CLICK_COLUMNS, missing, token)
      },
    })
  },

  /** Stores rejected clicks without erased ones. */
  async reject(token: string, rows: readonly RejectedRow[], isFirst = false): Promise<void> {
    const orgs = rows.flatMap(({ click }) => teamsIn(click))
    await insertOnce<RejectedRow>(clickhouse, {
      token,
      isFirst,
      async missing() {
        const params = { jobs: [...new Set(rows.map(({ job_id }) => job_id))] }
        const held = await clickhouse.read<RejectedKey>({ text: REJECTED, params })
        const seen = new Set(held.map(keyOf))
        const withoutErased = matchRejected(await erasures.from(orgs, 0))
        return rows.flatMap((row) => {
          const click = seen.has(keyOf(row)) ? undefined : withoutErased(row.click)
          return click === undefined ? [] : [{ ...row, click }]
        })
      },
      insert: (token, missing) => clickhouse.insert('clicks_rejected_v1', missing, token),
    })
  },
})

type RejectedKey = Pick<RejectedRow, 'job_id' | 'position'>

const REJECTED =
  'SELECT job_id, position FROM clicks_rejected_v1 WHERE job_id IN {jobs:Array(String)}'
const keyOf = ({ job_id, position }: RejectedKey) => `${job_id}:${position}`

const toLate = ({ org_id, link_id, id, created_at, is_bot }: ClickRow) => ({
  org_id,
  link_id,
  id,
  created_at: toDateTime(created_at),
  is_bot,
})

/** The days before one that get clicks of visitors. */
function changedDays(rows: readonly ClickRow[], before: string) {
  const beforeMs = Date.parse(before)
  const changed = rows
    .filter(({ created_at, visitor }) => created_at < beforeMs && visitor !== EMPTY_ROW.visitor)
    .map(({ org_id, created_at }) => ({ org_id, day: dayOf(created_at) }))
  return [...Map.groupBy(changed, ({ org_id, day }) => `${org_id} ${day}`).values()].flatMap(
    ([first]) => (first ? [{ org_id: first.org_id, day: first.day, generation: 0 }] : []),
  )
}

export type ClickRepository = ReturnType<typeof clickRepository>

/**
 * Reads the ids of all clicks at the times of these rows: a few more than necessary, at a fifth of
 * the cost of a lookup by id.
 */
function readIds(rows: readonly ClickRow[]): Query {
  const spans = spansOf(rows.map((row) => row.created_at))
  const time = (i: number, end: string) => `{${end}${i}:DateTime64(3, 'UTC')}`
  const within = spans.map((_, i) => `created_at BETWEEN ${time(i, 'from')} AND ${time(i, 'to')}`)
  const ends = spans.flatMap(([from, to], i) => [
    [`from${i}`, toDateTime(from)],
    [`to${i}`, toDateTime(to)],
  ])
  return {
    text: `
      SELECT id FROM clicks_raw_v1
      WHERE org_id IN {orgs:Array(UInt64)} AND (${within.join(' OR ')})`,
    params: { orgs: [...new Set(rows.map((row) => row.org_id))], ...Object.fromEntries(ends) },
  }
}
