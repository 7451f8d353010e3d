import { type Actor, SYSTEM } from '@fingerpost/kit/audit/actor'
import { changeAs } from '@fingerpost/kit/audit/change-as'
import { createToken, hashToken } from '@fingerpost/kit/secrets/token'
import type { Postgres } from '@fingerpost/kit/stores/postgres'
import { SESSION_PREFIX } from '@fingerpost/protos/people'
import { type Kysely, sql } from 'kysely'
import type { CatalogSchema } from '../catalog.schema.ts'

/** A session ends this long after its last request, and at the latest this long after its start. */
const IDLE_DAYS = 14
const LONGEST_DAYS = 90
/** Maximum number of sessions of a person; the oldest end first. */
const SESSIONS_MAX = 50
const USER_AGENT_MAX = 256

const VALID = `s.seen_at > now() - interval '${IDLE_DAYS} days'
  and s.created_at > now() - interval '${LONGEST_DAYS} days'`

export interface KnownSession {
  id: number
  user_id: number
  /** The name of the person, or their email address without one. */
  name: string
  /** Whether `seen_at` is to be updated. */
  stale: boolean
  teams: { org_id: number; role: string; own_links_only: boolean }[]
}

/** Runs for requests of sessions to the gateway: one prepared statement. */
export const knownSessionRepository = ({ prepared }: Postgres<CatalogSchema>) => ({
  async find(sha256: Buffer): Promise<KnownSession | undefined> {
    const [row] = await prepared<KnownSession>(
      'session-find',
      `select s.id, s.user_id, coalesce(nullif(u.name, ''), u.email) as name, s.seen_at < now() - interval '1 hour' as stale,
         coalesce((
           select json_agg(json_build_object('org_id', m.org_id, 'role', m.role, 'own_links_only', m.own_links_only)
             order by m.created_at, m.org_id)
           from memberships m where m.user_id = s.user_id
         ), '[]') as teams
       from sessions s join users u on u.id = s.user_id
       where s.sha256 = $1 and u.disabled_at is null and ${VALID}`,
      [sha256],
    )
    return row
  },
})

/** The sessions of people. */
export const sessionRepository = (db: Kysely<CatalogSchema>) => {
  const valid = sql<boolean>`${sql.raw(VALID)}`
  const ofPerson = (userId: number) =>
    db.selectFrom('sessions as s').where('user_id', '=', userId).where(valid)
  const newest = (userId: number) => ofPerson(userId).orderBy('id', 'desc')

  return {
    /** Starts a session and returns its token, which is not stored. Removes expired and older ones. */
    async start(actor: Actor, userId: number, userAgent: string): Promise<string> {
      await changeAs(db, SYSTEM, (tx) =>
        tx
          .deleteFrom('sessions as s')
          .where('user_id', '=', userId)
          .where(
            'id',
            'not in',
            newest(userId)
              .select('id')
              .limit(SESSIONS_MAX - 1),
          )
          .execute(),
      )
      const token = createToken(SESSION_PREFIX)
      const user_agent = userAgent.slice(0, USER_AGENT_MAX).toWellFormed()
      await changeAs(db, actor, (tx) =>
        tx
          .insertInto('sessions')
          .values({ user_id: userId, sha256: hashToken(token), user_agent })
          .execute(),
      )
      return token
    },

    /** Extends a session that was just used. */
    touch: async (id: number): Promise<void> =>
      void (await db
        .updateTable('sessions')
        .set({ seen_at: sql<Date>`now()` })
        .where('id', '=', id)
        .execute()),

    /** One page, newest first, and the total. */
    async list(userId: number, { offset, limit }: { offset: number; limit: number }) {
      const fields = ['id', 'user_agent', 'created_at', 'seen_at'] as const
      const [rows, { total }] = await Promise.all([
        newest(userId).select(fields).offset(offset).limit(limit).execute(),
        ofPerson(userId)
          .select((of) => of.fn.countAll<number>().as('total'))
          .executeTakeFirstOrThrow(),
      ])
      return { sessions: rows, total }
    },

    /** Whether a session of the person has neither ended nor expired. */
    async isOpen(userId: number, id: number): Promise<boolean> {
      const row = await ofPerson(userId).select('id').where('id', '=', id).executeTakeFirst()
      return row !== undefined
    },

    /** Returns false if the person has no such session. */
    async end(userId: number, id: number): Promise<boolean> {
      const { numDeletedRows } = await db
        .deleteFrom('sessions')
        .where('user_id', '=', userId)
        .where('id', '=', id)
        .executeTakeFirst()
      return numDeletedRows > 0n
    },

    endAll: async (userId: number): Promise<void> =>
      void (await db.deleteFrom('sessions').where('user_id', '=', userId).execute()),
  }
}
