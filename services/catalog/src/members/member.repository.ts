import { type Actor as AuditActor, OPERATOR } from '@fingerpost/kit/audit/actor'
import { changeAs } from '@fingerpost/kit/audit/change-as'
import { notFound } from '@fingerpost/kit/http/problem'
import { type Kysely, sql } from 'kysely'
import type { CatalogSchema } from '../catalog.schema.ts'
import { checkPower, lastOwner, OWNER, scopesHandedOver } from './member.rules.ts'

/** The user of a request. */
export interface Actor {
  orgId: number
  userId: number
}

/** The same, for a change. */
export interface ChangingActor extends Actor {
  actor: AuditActor
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

    /** The role of an enabled user; the team's own user is an owner. */
    async powerOf({ orgId, userId }: Actor): Promise<string | undefined> {
      const user = await db
        .selectFrom('users')
        .select('org_id')
        .where('id', '=', userId)
        .where('disabled_at', 'is', null)
        .executeTakeFirst()
      if (!user) return undefined
      return user.org_id === orgId ? OWNER : roleOf(orgId, userId)
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
    actor: ChangingActor | undefined,
    apply: (tx: Kysely<CatalogSchema>, from: string) => Promise<T>,
  ): Promise<T> =>
    changeAs(db, actor?.actor ?? OPERATOR, async (tx) => {
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
      return apply(tx, from)
    })

  return {
    changeRole: (
      orgId: number,
      userId: number,
      role: string,
      actor?: ChangingActor,
    ): Promise<void> =>
      change({ orgId, userId, to: role }, actor, async (tx) => {
        await tx
          .updateTable('memberships')
          .set({ role })
          .where('org_id', '=', orgId)
          .where('user_id', '=', userId)
          .execute()
      }),

    /**
     * `keysTo` becomes the user of the API keys that the member created, with what the member may do
     * now, except to invite and to create keys; otherwise they are revoked.
     */
    remove: (
      orgId: number,
      userId: number,
      keysTo: number | undefined,
      actor?: ChangingActor,
    ): Promise<void> =>
      change({ orgId, userId }, actor, async (tx, from) => {
        const keys = tx
          .updateTable('api_keys')
          .where('org_id', '=', orgId)
          .where('user_id', '=', userId)
          .where('revoked_at', 'is', null)
        if (keysTo !== undefined) {
          const kept = scopesHandedOver(from)
          const scopes = sql<
            string[]
          >`array(select scope from unnest(scopes) scope where scope = any(${kept}))`
          await keys
            .set({ user_id: keysTo, scopes })
            .where(sql<boolean>`scopes && ${kept}`)
            .execute()
        }
        await keys.set({ revoked_at: sql<Date>`now()` }).execute()
        await tx
          .deleteFrom('memberships')
          .where('org_id', '=', orgId)
          .where('user_id', '=', userId)
          .execute()
      }),
  }
}
