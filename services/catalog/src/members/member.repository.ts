import { type Actor as AuditActor, OPERATOR } from '@fingerpost/kit/audit/actor'
import { invalid, notFound } from '@fingerpost/kit/http/problem'
import { TASKS } from '@fingerpost/protos/words'
import { type Kysely, sql } from 'kysely'
import type { CatalogSchema } from '../catalog.schema.ts'
import { outboxRepository } from '../outbox/outbox.repository.ts'
import { changeInSession, lockUser } from '../sessions/change.repository.ts'
import {
  checkGivenRole,
  checkOwnLinks,
  checkPower,
  LIMITED,
  lastOwner,
  OWNER,
  tasksLost,
} from './member.rules.ts'

/** The user of a request. */
export interface Actor {
  orgId: number
  userId: number
}

/** The same, for a change. */
export interface ChangingActor extends Actor {
  actor: AuditActor
  scopes: readonly string[]
}

export interface NewMembership {
  role: string
  own_links_only: boolean
  /** The invitation that the person accepted. */
  invitation_id?: number
}

export interface MembershipChanges {
  role?: string | undefined
  own_links_only?: boolean | undefined
}

export const noMember = () => notFound('There is no such member.')

/** The people of teams. */
export const memberRepository = (db: Kysely<CatalogSchema>) => {
  const ofTeam = (orgId: number) =>
    db
      .selectFrom('memberships as m')
      .innerJoin('users as u', 'u.id', 'm.user_id')
      .where('m.org_id', '=', orgId)
  const memberOf = (orgId: number, userId: number) => ofTeam(orgId).where('m.user_id', '=', userId)
  const shown = (orgId: number) =>
    ofTeam(orgId).select([
      'm.user_id',
      'u.email',
      'u.name',
      'm.role',
      'm.own_links_only',
      'm.created_at',
      sql<boolean>`u.email_verified_at is not null`.as('email_verified'),
    ])

  /** The role of a user; undefined without a membership. */
  const roleOf = async (orgId: number, userId: number): Promise<string | undefined> =>
    (await memberOf(orgId, userId).select('m.role').executeTakeFirst())?.role

  const userOf = (id: number) =>
    db.selectFrom('users').select(['org_id', 'disabled_at']).where('id', '=', id).executeTakeFirst()

  const roleWith = (user: Awaited<ReturnType<typeof userOf>>, { orgId, userId }: Actor) =>
    user?.org_id === orgId ? OWNER : roleOf(orgId, userId)

  /**
   * The role whose power the credentials of a user have, also of a disabled one; the team's own user
   * is an owner.
   */
  const grantOf = async (of: Actor): Promise<string | undefined> =>
    roleWith(await userOf(of.userId), of)

  return {
    roleOf,
    grantOf,

    /** The same, for a membership that no other change can lock until the transaction ends. */
    lockRole: async (orgId: number, userId: number): Promise<string | undefined> =>
      (await memberOf(orgId, userId).select('m.role').forUpdate('m').executeTakeFirst())?.role,

    /** The role of an enabled user; the team's own user is an owner. */
    async powerOf(of: Actor): Promise<string | undefined> {
      const user = await userOf(of.userId)
      return user && user.disabled_at === null ? roleWith(user, of) : undefined
    },

    /** The same, for a membership that cannot end until the transaction ends. */
    async holdPower(of: Actor): Promise<string | undefined> {
      await lockUser(db, of.userId)
      await db
        .selectFrom('memberships')
        .where('org_id', '=', of.orgId)
        .where('user_id', '=', of.userId)
        .forShare()
        .execute()
      return this.powerOf(of)
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
    async add(orgId: number, userId: number, membership: NewMembership): Promise<boolean> {
      const row = await db
        .insertInto('memberships')
        .values({ org_id: orgId, user_id: userId, ...membership })
        .onConflict((on) => on.doNothing())
        .returning('user_id')
        .executeTakeFirst()
      return row !== undefined
    },
  }
}

/**
 * Runs a change of a member in a transaction of its own; changes of one team take turns. `actor` is
 * undefined for the operator, and the role after the change is undefined for a removal. Throws
 * not_found, forbidden owner_required and insufficient_scope, and conflict last_owner.
 */
export const changeMember = <T>(
  db: Kysely<CatalogSchema>,
  { orgId, userId }: Actor,
  actor: ChangingActor | undefined,
  roleAfter: (from: string) => string | undefined,
  apply: (tx: Kysely<CatalogSchema>, from: string) => Promise<T>,
): Promise<T> =>
  changeInSession(db, actor?.actor ?? OPERATOR, async (tx) => {
    await sql`select from organizations where id = ${orgId} for no key update`.execute(tx)
    const members = memberRepository(tx)
    const from = await members.lockRole(orgId, userId)
    if (from === undefined) throw noMember()
    const to = roleAfter(from)
    if (actor && to !== undefined) checkGivenRole(to, actor)
    // Any member can leave.
    if (to !== undefined || actor?.userId !== userId) {
      checkPower(actor ? await members.powerOf(actor) : OWNER, from, to)
    }
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

/**
 * Changes the role of a member, and stops webhooks and imports that they could no longer create. Absent
 * fields stay unchanged, but a role other than editor clears `own_links_only`. Throws like changeMember, and
 * invalid if it is set for such a role.
 */
export const changeRole = (
  db: Kysely<CatalogSchema>,
  { orgId, userId }: Actor,
  { role: given, own_links_only }: MembershipChanges,
  actor?: ChangingActor,
): Promise<void> => {
  const roleAfter = (from: string) => given ?? from
  return changeMember(db, { orgId, userId }, actor, roleAfter, async (tx, from) => {
    const role = roleAfter(from)
    const fault = checkOwnLinks(role, own_links_only)
    if (fault) throw invalid([fault])
    const limit = own_links_only ?? (role === LIMITED ? undefined : false)
    await tx
      .updateTable('memberships')
      .set({ role, ...(limit !== undefined && { own_links_only: limit }) })
      .where('org_id', '=', orgId)
      .where('user_id', '=', userId)
      .execute()
    const lost = tasksLost(from, role)
    if (lost.length === 0) return
    await outboxRepository(tx).add('member_left', {
      ...{ orgId, userId, toUserId: userId, keep: TASKS.filter((it) => !lost.includes(it)) },
      ...{ leftAtMs: Date.now(), actor: actor?.actor ?? OPERATOR },
    })
  })
}
