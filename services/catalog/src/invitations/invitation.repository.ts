import { type Actor, SYSTEM } from '@fingerpost/kit/audit/actor'
import { changeAs } from '@fingerpost/kit/audit/change-as'
import { emailKey } from '@fingerpost/protos/email'
import { type Kysely, sql } from 'kysely'
import type { CatalogSchema, InvitationRow } from '../catalog.schema.ts'

const DAYS = 7

type Derived = 'email_key' | 'tried_email_key' | 'expires_at'

/** Invitations to teams that are neither accepted nor expired. */
export const invitationRepository = (db: Kysely<CatalogSchema>) => {
  const open = sql<boolean>`expires_at > now()`
  const ofTeam = (orgId: number) =>
    db.selectFrom('invitations').where('org_id', '=', orgId).where(open)

  return {
    /** One page, newest first, and the total. */
    async list(orgId: number, { offset, limit }: { offset: number; limit: number }) {
      const [rows, total] = await Promise.all([
        ofTeam(orgId).selectAll().orderBy('id', 'desc').offset(offset).limit(limit).execute(),
        this.count(orgId),
      ])
      return { rows, total }
    },

    async count(orgId: number): Promise<number> {
      const counted = ofTeam(orgId).select((of) => of.fn.countAll<number>().as('total'))
      return (await counted.executeTakeFirstOrThrow()).total
    },

    /** Also removes the team's expired invitations. */
    async insert(
      actor: Actor,
      orgId: number,
      invitation: Omit<InvitationRow, 'id' | 'org_id' | 'created_at' | Derived>,
    ): Promise<InvitationRow> {
      await changeAs(db, SYSTEM, (tx) =>
        tx
          .deleteFrom('invitations')
          .where('org_id', '=', orgId)
          .where(sql<boolean>`not (${open})`)
          .execute(),
      )
      return changeAs(db, actor, (tx) =>
        tx
          .insertInto('invitations')
          .values({
            ...invitation,
            email_key: invitation.email === null ? null : emailKey(invitation.email),
            org_id: orgId,
            expires_at: sql<Date>`now() + make_interval(days => ${DAYS})`,
          })
          .returningAll()
          .executeTakeFirstOrThrow(),
      )
    },

    /** Returns false if the team has no such invitation. */
    async delete(orgId: number, id: number): Promise<boolean> {
      const { numDeletedRows } = await db
        .deleteFrom('invitations')
        .where('org_id', '=', orgId)
        .where('id', '=', id)
        .executeTakeFirst()
      return numDeletedRows > 0n
    },

    /** The invitation of a token, that was shown or mailed. */
    find: (sha256: Buffer): Promise<InvitationRow | undefined> =>
      db
        .selectFrom('invitations')
        .selectAll()
        .where((it) => it.or([it('sha256', '=', sha256), it('mailed_sha256', '=', sha256)]))
        .where(open)
        .executeTakeFirst(),

    /** Locks an invitation until the transaction ends. */
    lock: async (id: number): Promise<void> =>
      void (await db.selectFrom('invitations').where('id', '=', id).forUpdate().execute()),

    /** From now on, only the person with this address can accept the invitation. */
    limitTo: async (id: number, email: string): Promise<void> =>
      void (await db
        .updateTable('invitations')
        .set({ tried_email_key: emailKey(email) })
        .where('id', '=', id)
        .execute()),

    /** The invitations that name this email address, oldest first. */
    openFor: (email: string): Promise<InvitationRow[]> =>
      db
        .selectFrom('invitations')
        .selectAll()
        .where('email_key', '=', emailKey(email))
        .where(open)
        .orderBy('id')
        .execute(),

    /** Deletes an invitation for good. Of concurrent calls, one returns true. */
    async take(id: number): Promise<boolean> {
      const { numDeletedRows } = await db
        .deleteFrom('invitations')
        .where('id', '=', id)
        .where(open)
        .executeTakeFirst()
      return numDeletedRows > 0n
    },
  }
}
