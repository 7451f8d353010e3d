import type { Kysely } from 'kysely'
import { createTeamQueue } from '../async/fair-share.ts'
import { Problem } from '../http/problem.ts'
import { lockName } from './postgres.ts'
import { transact } from './transact.ts'

/** The maximum number of resources of one kind per team. */
export interface Quota {
  /** Plural name as shown to users: "tags". */
  kind: string
  /** 0 means unlimited. */
  limit: number
}

/** The quotas of a service, with the limits that the operator has set. */
export const createQuotas = <Name extends string, Setting extends string>(
  quotas: Readonly<Record<Name, { setting: Setting; of: string }>>,
  config: Readonly<Record<Setting, number>>,
): Record<Name, TeamQuota> =>
  Object.fromEntries(
    Object.entries<{ setting: Setting; of: string }>(quotas).map(
      ([name, { setting, of: kind }]) => [name, createQuota({ kind, limit: config[setting] })],
    ),
  ) as Record<Name, TeamQuota>

/** 403 for a team that has reached a quota. */
export const quotaExceeded = ({ kind, limit }: Quota) =>
  new Problem('forbidden', 'quota_exceeded', `A team cannot have more than ${limit} ${kind}.`)

/**
 * Serializes concurrent inserts under the quota of a team until the transaction ends, so that each
 * counts the rows of the others.
 */
const lockQuota = <Schema>(tx: Kysely<Schema>, { kind }: Quota, orgId: number): Promise<void> =>
  lockName(tx, `quota ${kind}`, String(orgId))

export type TeamQuota = ReturnType<typeof createQuota>

/** Enforces a quota per team. */
export function createQuota(quota: Quota) {
  const adding = createTeamQueue()

  /**
   * Throws forbidden quota_exceeded. Locks out the team's other inserts until the transaction ends.
   */
  async function requireCapacity<Schema>(
    tx: Kysely<Schema>,
    orgId: number,
    count: (tx: Kysely<Schema>) => Promise<number>,
  ): Promise<void> {
    if (quota.limit === 0) return
    await lockQuota(tx, quota, orgId)
    if ((await count(tx)) >= quota.limit) throw quotaExceeded(quota)
  }

  return {
    requireCapacity,
    limit: quota.limit,
    /** What remains of the quota. Locks out the team's other inserts until the transaction ends. */
    async remaining<Schema>(
      tx: Kysely<Schema>,
      orgId: number,
      count: (tx: Kysely<Schema>) => Promise<number>,
    ): Promise<number> {
      if (quota.limit === 0) return Number.POSITIVE_INFINITY
      await lockQuota(tx, quota, orgId)
      return Math.max(0, quota.limit - (await count(tx)))
    },
    /**
     * Runs an insert in a transaction. Throws forbidden quota_exceeded if the team has reached the
     * quota. `count` gets the transaction and counts the team's resources.
     */
    add: <Schema, T>(
      db: Kysely<Schema>,
      orgId: number,
      count: (tx: Kysely<Schema>) => Promise<number>,
      insert: (tx: Kysely<Schema>) => Promise<T>,
    ): Promise<T> => {
      if (quota.limit === 0) return insert(db)
      return adding.run(orgId, () =>
        transact(db, async (tx) => {
          await requireCapacity(tx, orgId, count)
          return insert(tx)
        }),
      )
    },
  }
}
