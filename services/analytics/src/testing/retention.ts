import type { Lifecycle } from '@fingerpost/kit/process/lifecycle'
import { expect, vi } from 'vitest'
import { clickRepository, givenColumns } from '../clicks/click.repository.ts'
import { cutoffCache } from '../cutoffs/cutoff.cache.ts'
import { type RetentionRepository, retentionRepository } from '../retention/retention.repository.ts'
import { enforceRetention } from '../retention/retention.worker.ts'
import { totalRepository } from '../totals/total.repository.ts'
import { type ModelClick, makeClicks } from './model.ts'
import { log, makeClick, openTestClickHouse } from './stack.ts'

const DAY_MS = 86_400_000
const LINKS = [1, 2, 3, 4, 11, 12, 14]

/**
 * A database with clicks of three teams over nine months, every other of which arrived late.
 * `isRetained` restricts them by their time. With `like`, a copy of that database.
 */
export async function openRetentionStand(
  lifecycle: Lifecycle,
  now: () => number = Date.now,
  isRetained = (at: number) => at > now() - 270 * DAY_MS,
  like?: Pick<Awaited<ReturnType<typeof openTestClickHouse>>, 'env'> & { clicks: ModelClick[] },
) {
  const store = await openTestClickHouse(lifecycle, like?.env)
  const { clickhouse, scalar } = store
  const retention = retentionRepository(clickhouse, '')
  const clicks = like ? [...like.clicks] : makeClicks(now()).filter(({ at }) => isRetained(at))
  const late = (_: unknown, i: number) => i % 2 === 0
  const inTime = clickRepository(clickhouse, () => now() - 400 * DAY_MS)
  const arrive = clickRepository(clickhouse, now)
  if (!like) {
    await inTime.insert(
      'in time',
      clicks.filter((it, i) => !late(it, i)),
    )
    await arrive.insert('late', clicks.filter(late))
  }

  const totals = totalRepository(clickhouse, () => cutoffCache(clickhouse)())
  const humans = (orgId: number) => clicks.filter((it) => it.org_id === orgId && !it.is_bot)

  return {
    ...store,
    retention,
    clicks,
    humans,

    /** Records a click and adds it to the expected ones. */
    async visit(click: ModelClick): Promise<void> {
      await arrive.insert(click.id, [click])
      if (!clicks.some(({ id }) => id === click.id)) clicks.push(click)
    },

    /** Applies the terms once; `maxMonths` is that of all teams. */
    enforce: (
      terms: Record<number, number>,
      {
        months_max,
        store: other = retention,
      }: { months_max?: number; store?: RetentionRepository } = {},
    ) => {
      const retentions = Object.entries(terms).map(([org, months]) => ({ org_id: +org, months }))
      const catalog = { listRetentions: async () => ({ retentions, months_max }) }
      return enforceRetention({ catalog, store: other, now, log })
    },

    /** A store that fails at its nth call, before or after its effect. */
    failing: (nth: number, when: 'before' | 'after' = 'after') =>
      failingStore(retention, nth, when),

    /** Makes the clicks past their term due for deletion. */
    async becomeDue(): Promise<void> {
      for (const cutoff of await retention.cutoffs()) {
        await retention.setCutoff({ ...cutoff, set_at_ms: now() - 3_600_000 })
      }
    },

    async expectTotals(): Promise<void> {
      for (const orgId of [1, 2, 3]) {
        const read = await totals.read(LINKS.map((link_id) => ({ org_id: orgId, link_id })))
        const found = read.map(({ link_id, clicks, clicked_at_ms }) => [
          link_id,
          clicks,
          clicked_at_ms,
        ])
        const byLink = Map.groupBy(humans(orgId), (it) => it.link_id)
        const expected = [...byLink].map(([id, of]) => [
          id,
          of.length,
          Math.max(...of.map(({ at }) => at)),
        ])
        expect(new Map(found.map((it) => [it[0], it]))).toEqual(
          new Map(expected.map((it) => [it[0], it])),
        )
      }
    },

    /** Clicks of a team that are stored before a time. */
    before: async (orgId: number, ms: number) =>
      Number(
        await scalar(`SELECT count() FROM clicks_raw_v1 WHERE org_id = ${orgId}
          AND created_at < fromUnixTimestamp64Milli(${ms}, 'UTC')`),
      ),

    deletionsEnded: () =>
      vi.waitFor(
        async () => {
          const text = `SELECT count() FROM system.mutations WHERE database = currentDatabase() AND NOT is_done`
          expect(await scalar(text)).toBe(0)
        },
        { timeout: 30_000 },
      ),
  }
}

/** A store that fails at its nth call, before or after its effect. */
export function failingStore<Store extends object>(
  store: Store,
  nth: number,
  when: 'before' | 'after',
): Store {
  let calls = 0
  const wrap =
    (call: (...args: never[]) => Promise<unknown>) =>
    async (...args: never[]) => {
      const fails = ++calls === nth
      if (fails && when === 'before') throw new Error('killed')
      const answer = await call(...args)
      if (fails) throw new Error('killed')
      return answer
    }
  return Object.fromEntries(
    Object.entries(store).map(([name, call]) => [name, wrap(call as never)]),
  ) as never
}

/** A click of a human in the past. */
export function oldClick(at: number, fields: object = {}): ModelClick {
  const click = makeClick({ org_id: 1, link_id: 1, created_at_ms: at, ...fields })
  return Object.assign({ ...givenColumns(click), is_bot: false }, { at }) as ModelClick
}

export type RetentionStand = Awaited<ReturnType<typeof openRetentionStand>>
