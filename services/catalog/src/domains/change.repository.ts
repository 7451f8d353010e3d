import { type Actor, SYSTEM } from '@fingerpost/kit/audit/actor'
import { changeAs } from '@fingerpost/kit/audit/change-as'
import { isDuplicate } from '@fingerpost/kit/stores/postgres'
import type { TeamQuota } from '@fingerpost/kit/stores/quota'
import { DomainRecord } from '@fingerpost/protos/catalog/v1/domain'
import { type Kysely, sql, type Updateable } from 'kysely'
import type { CatalogSchema, DomainEvent, DomainRow } from '../catalog.schema.ts'
import { outboxRepository } from '../outbox/outbox.repository.ts'
import { CLAIM_DAYS, proofOf } from './claim.rules.ts'
import { domainData, toDomainRecord } from './describe.rules.ts'
import type { DomainFields } from './domain.rules.ts'
import { holdRepository, nameTaken } from './hold.repository.ts'

export type Prover = 'dns' | 'operator'
type Change = Updateable<CatalogSchema['domains']>

/**
 * Changes of domains. A change of a verified domain and its outbox row commit together. A claim has
 * no record in Redis, because it would replace the record of the team that has proved the name.
 */
export const domainChangeRepository = (db: Kysely<CatalogSchema>, quota?: TeamQuota) => {
  /**
   * Runs a change of the team's domain under the lock of its name; undefined if the team has no
   * such domain.
   */
  const locked = <T>(
    actor: Actor,
    orgId: number,
    id: number,
    run: (tx: Kysely<CatalogSchema>, row: DomainRow) => Promise<T>,
  ): Promise<T | undefined> =>
    changeAs(db, actor, async (tx) => {
      const find = () =>
        tx
          .selectFrom('domains')
          .where('id', '=', id)
          .where('org_id', '=', orgId)
          .selectAll()
          .executeTakeFirst()
      const named = await find()
      if (!named) return undefined
      await holdRepository(tx).lock(named.name)
      const row = await find()
      return row && run(tx, row)
    })

  return {
    /**
     * Adds a claim, or with `provenBy` a verified domain, even under a reserved name. Throws
     * conflict domain_taken if the name is the team's already or another team's, and invalid if the
     * team has too many claims.
     */
    insert: (
      actor: Actor,
      orgId: number,
      fields: DomainFields & { name: string },
      provenBy?: Prover,
    ): Promise<DomainRow> =>
      orTaken(fields.name, () =>
        changeAs(db, actor, async (tx) => {
          await holdRepository(tx).lock(fields.name)
          if (fields.is_default) await unsetDefault(tx, orgId)
          if (!provenBy) await holdRepository(tx).requireClaimable(orgId, fields.name, quota)
          const row = await tx
            .insertInto('domains')
            .values({ org_id: orgId, ...fields })
            .returningAll()
            .executeTakeFirstOrThrow()
          return provenBy ? verify(tx, row, provenBy) : row
        }),
      ),

    /** Returns undefined if the team has no such domain. */
    update: (actor: Actor, orgId: number, id: number, fields: Partial<DomainFields>) =>
      locked(actor, orgId, id, async (tx) => {
        if (fields.is_default) await unsetDefault(tx, orgId, id)
        const row = await set(tx, id, fields)
        if (row.verified) await note(tx, row)
        return row
      }),

    /**
     * Marks a domain as verified; claims of other teams to its name lapse. Returns undefined if the
     * team has no such domain. Throws conflict domain_taken if the name belongs to another team.
     */
    verify: (actor: Actor, orgId: number, id: number, provenBy: Prover) =>
      locked(actor, orgId, id, async (tx, row) => {
        if (provenBy === 'dns') await holdRepository(tx).requireFree(orgId, row.name)
        return orTaken(row.name, () => verify(tx, row, provenBy))
      }),

    /**
     * Turns a verified domain back into a claim. Returns undefined if the team has no such domain.
     */
    unverify: (orgId: number, id: number) =>
      locked(SYSTEM, orgId, id, async (tx) => {
        const change = { proven_by: null, failing_since: null }
        const row = await set(tx, id, { ...change, claimed_at: sql`now()` as unknown as Date })
        await note(tx, row)
        await tell(tx, 'domain.unverified', row)
        return row
      }),

    /**
     * Removes a claim that has lapsed and on which `isUsed` finds no link. That also blocks new
     * links, so it is called under the lock: a claim that is proved first is kept, and a removed
     * claim cannot be proved.
     */
    lapse: (orgId: number, id: number, isUsed: () => Promise<boolean>) =>
      locked(SYSTEM, orgId, id, async (tx, row) => {
        if (proofOf(row, Date.now()).proof_state !== 'lapsed' || (await isUsed())) return
        await tx.deleteFrom('domains').where('id', '=', id).execute()
      }),

    /**
     * Deletes a domain and returns its tombstone: unverified, with a newer version. A verified name
     * stays reserved for the team. Returns undefined if the team has no such domain.
     */
    delete: (actor: Actor, orgId: number, id: number) =>
      locked(actor, orgId, id, async (tx, { verified, name }) => {
        const row = await tx
          .deleteFrom('domains')
          .where('id', '=', id)
          .returningAll()
          .returning(sql<number>`domain_version_after(version)`.as('next_version'))
          .executeTakeFirstOrThrow()
        const last = { ...row, verified: false, version: row.next_version }
        if (verified) {
          await note(tx, last)
          await holdRepository(tx).hold(orgId, name)
        }
        return { last, verified }
      }),
  }
}

const set = (tx: Kysely<CatalogSchema>, id: number, change: Change): Promise<DomainRow> =>
  tx
    .updateTable('domains')
    .set({
      ...change,
      version: sql<number>`default`, // set by the trigger domains_version
      updated_at: sql<Date>`now()`,
    })
    .where('id', '=', id)
    .returningAll()
    .executeTakeFirstOrThrow()

/** Makes room for a domain that becomes the team's default, a new one without `id`. */
async function unsetDefault(tx: Kysely<CatalogSchema>, orgId: number, id = 0): Promise<void> {
  await tx
    .selectFrom('organizations')
    .select('id')
    .where('id', '=', orgId)
    .forNoKeyUpdate()
    .execute()
  await tx
    .updateTable('domains')
    .set({ is_default: false, updated_at: sql<Date>`now()` })
    .where('org_id', '=', orgId)
    .where('is_default', '=', true)
    .where('id', '<>', id)
    .execute()
}

async function verify(tx: Kysely<CatalogSchema>, { id, name }: DomainRow, provenBy: Prover) {
  const proven = { proven_by: provenBy, failing_since: null }
  const row = await set(tx, id, { ...proven, checked_at: sql`now()` as unknown as Date })
  await holdRepository(tx).release(name)
  await tx
    .updateTable('domains')
    .set({ claimed_at: sql`now() - ${CLAIM_DAYS} * interval '1 day'`, checked_at: null })
    .where('name', '=', name)
    .where('verified', '=', false)
    .execute()
  await note(tx, row)
  await tell(tx, 'domain.verified', row)
  return row
}

const note = (tx: Kysely<CatalogSchema>, row: DomainRow): Promise<void> =>
  outboxRepository(tx).add('domain_changed', DomainRecord.toJSON(toDomainRecord(row)))

/** Queues an event for the webhooks of the team. */
export const tell = (
  tx: Kysely<CatalogSchema>,
  type: DomainEvent['type'],
  row: DomainRow,
): Promise<void> =>
  outboxRepository(tx).add('domain_event', {
    id: crypto.randomUUID(),
    orgId: row.org_id,
    type,
    data: domainData(row, Date.now()),
  })

async function orTaken<T>(name: string, run: () => Promise<T>): Promise<T> {
  try {
    return await run()
  } catch (error) {
    if (!isDuplicate(error, 'domains_name') && !isDuplicate(error, 'domains_claim')) throw error
    throw nameTaken(name)
  }
}
