import { notFound } from '@fingerpost/kit/http/problem'
import { type Kysely, sql } from 'kysely'
import type { CatalogSchema } from '../catalog.schema.ts'
import { checkPower, lastOwner, OWNER } from './member.rules.ts'

/** The user of a request. */
export interface Actor {
  orgId: number
  userId: number
}

export const noMember = () => notFound('There is no such member.')

/** The people of teams. */
export const memberRepository = (db: Kysely<CatalogSchema>) => {
  const ofTeam = (orgId: number) =>
    db
      .selectFrom('memberships as m')
      .innerJoin('users as u', 'u.id', 'm.user_id')
      .where('m.org_id', '=', orgId)
  const shown = (orgId: number) =>
    ofTeam(orgId).select(['m.user_id', 'u.email', 'u.name', 'm.role', 'm.created_at'])

  /** The role of a user; undefined without a membership. */
  const roleOf = async (orgId: number, userId: number): Promise<string | undefined> =>
    (await ofTeam(orgId).select('m.role').where('m.user_id', '=', userId).executeTakeFirst())?.role

  return {
    roleOf,

    /** The role of an actor; owner for the user of the team itself. */
    async powerOf({ orgId, userId }: Actor): Promise<string | undefined> {
      const own = await db
        .selectFrom('users')
        .select('id')
        .where('id', '=', userId)
        .where('org_id', '=', orgId)
        .executeTakeFirst()
      return own ? OWNER : roleOf(orgId, userId)
    },

    /** One page, oldest first, and the total. */
    async list(orgId: number, { offset, limit }: { offset: number; limit: number }) {
      const [rows, counted] = await Promise.all([
        shown(orgId)
          .orderBy('m.created_at')
          .orderBy('m.user_id')
          .offset(offset)
          .limit(limit)
          .execute(),
        ofTeam(orgId)
          .select((of) => of.fn.countAll<number>().as('total'))
          .executeTakeFirstOrThrow(),
      ])
      return { rows, total: counted.total }
    },

    get: (orgId: number, userId: number) =>
      shown(orgId).where('m.user_id', '=', userId).executeTakeFirst(),

    /** Returns false if the person is a member already. */
    async add(orgId: number, userId: number, role: string): Promise<boolean> {
      const row = await db
        .insertInto('memberships')
        .values({ org_id: orgId, user_id: userId, role })
        .onConflict((on) => on.doNothing())
        .returning('user_id')
        .executeTakeFirst()
      return row !== undefined
    },
  }
}

/**
 * Changes and removes members in a transaction of its own; changes of one team take turns. `actor`
 * is undefined for the operator. All methods throw not_found, forbidden owner_required and conflict
 * last_owner.
 */
export const memberChanges = (db: Kysely<CatalogSchema>) => {
  const change = <T>(
    { orgId, userId, to }: { orgId: number; userId: number; to?: string },
    actor: Actor | undefined,
    apply: (tx: Kysely<CatalogSchema>) => Promise<T>,
  ): Promise<T> =>
    db.transaction().execute(async (tx) => {
      await sql`select from organizations where id = ${orgId} for no key update`.execute(tx)
      const members = memberRepository(tx)
      const from = await members.roleOf(orgId, userId)
      if (from === undefined) throw noMember()
      checkPower(actor ? await members.powerOf(actor) : OWNER, from, to)
      if (from === OWNER && to !== OWNER) {
        const others = await tx
          .selectFrom('memberships')
          .select('user_id')
          .where('org_id', '=', orgId)
          .where('role', '=', OWNER)
          .where('user_id', '!=', userId)
          .executeTakeFirst()
        if (!others) throw lastOwner()
      }
      return apply(tx)
    })

  return {
    changeRole: (orgId: number, userId: number, role: string, actor?: Actor): Promise<void> =>
      change({ orgId, userId, to: role }, actor, async (tx) => {
        await tx
          .updateTable('memberships')
          .set({ role })
          .where('org_id', '=', orgId)
          .where('user_id', '=', userId)
          .execute()
      }),

    /** `keysTo` becomes the user of the API keys that the member created; otherwise they are revoked. */
    remove: (
      orgId: number,
      userId: number,
      keysTo: number | undefined,
      actor?: Actor,
    ): Promise<void> =>
      change({ orgId, userId }, actor, async (tx) => {
        await tx
          .updateTable('api_keys')
          .set(keysTo === undefined ? { revoked_at: sql<Date>`now()` } : { user_id: keysTo })
          .where('org_id', '=', orgId)
          .where('user_id', '=', userId)
          .where('revoked_at', 'is', null)
          .execute()
        await tx
          .deleteFrom('memberships')
          .where('org_id', '=', orgId)
          .where('user_id', '=', userId)
          .execute()
      }),
  }
}
