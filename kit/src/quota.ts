import type { Kysely } from 'kysely'
import { createFairShare } from './fair-share.ts'
import { lockName } from './postgres.ts'
import { Problem } from './problem.ts'

/** The maximum number of resources of one kind per team. */
export interface Quota {
  /** In the plural, as a team calls them: "tags". */
  kind: string
  /** 0 means any number. */
  limit: number
}

/** 403 for a team that has reached a quota. */
const quotaExceeded = ({ kind, limit }: Quota) =>
  new Problem('forbidden', 'quota_exceeded', `A team cannot have more than ${limit} ${kind}.`)

/**
 * Makes concurrent requests for the quota of a team wait for each other until the transaction ends, so that
 * each counts what the others added.
 */
const lockQuota = <Schema>(tx: Kysely<Schema>, { kind }: Quota, orgId: number): Promise<void> =>
  lockName(tx, `quota ${kind}`, String(orgId))

/** One team adds one at a time and holds one connection, however many of its requests wait. */
const ADDING_AT_ONCE = 4
const WAITING_PER_TEAM = 200

export type TeamQuota = ReturnType<typeof createQuota>

/** Keeps teams within a quota. */
export function createQuota(quota: Quota) {
  const adding = createFairShare(ADDING_AT_ONCE, WAITING_PER_TEAM)

  /** Throws forbidden quota_exceeded. Other requests of the team wait until this transaction ends. */
  async function requireRoom<Schema>(
    tx: Kysely<Schema>,
    orgId: number,
    count: (tx: Kysely<Schema>) => Promise<number>,
  ): Promise<void> {
    if (quota.limit === 0) return
    await lockQuota(tx, quota, orgId)
    if ((await count(tx)) >= quota.limit) throw quotaExceeded(quota)
  }

  return {
    requireRoom,
    limit: quota.limit,
    /** How many more the team may add. Other requests of the team wait until this transaction ends. */
    async room<Schema>(
      tx: Kysely<Schema>,
      orgId: number,
      count: (tx: Kysely<Schema>) => Promise<number>,
    ): Promise<number> {
      if (quota.limit === 0) return Number.POSITIVE_INFINITY
      await lockQuota(tx, quota, orgId)
      return Math.max(0, quota.limit - (await count(tx)))
    },
    /**
     * Runs an insert in a transaction. Throws forbidden quota_exceeded when the team has reached the quota.
     * `count` is given the transaction and counts what the team has.
     */
    add: <Schema, T>(
      db: Kysely<Schema>,
      orgId: number,
      count: (tx: Kysely<Schema>) => Promise<number>,
      insert: (tx: Kysely<Schema>) => Promise<T>,
    ): Promise<T> => {
      if (quota.limit === 0) return insert(db)
      return adding.run(orgId, () =>
        db.transaction().execute(async (tx) => {
          await requireRoom(tx, orgId, count)
          return insert(tx)
        }),
      )
    },
  }
}
