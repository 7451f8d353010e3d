import { notFound, unavailable } from '@fingerpost/kit/http/problem'
import { isLocked, isViolation, type Postgres } from '@fingerpost/kit/stores/postgres'
import { transact } from '@fingerpost/kit/stores/transact'
import { type Kysely, sql } from 'kysely'
import type { LinkSchema } from '../link.schema.ts'
import { OCCUPIED } from '../rows/read.repository.ts'

/** The planned change of a domain. */
export interface DomainChange {
  closing: boolean
  caseSensitive: boolean | undefined
}

/** Longer than any request that creates links. */
const IN_FLIGHT = '2 minutes'
/** Shorter than the deadline of the caller. */
const LOCK_WAIT = '1500ms'

export const domainUseRepository = ({ db }: Pick<Postgres<LinkSchema>, 'db'>) => {
  /** Whether any link uses the domain; with `reserved`, also a deleted one whose slug is reserved. */
  async function isUsed(
    on: Kysely<LinkSchema>,
    domainId: number,
    reserved = false,
  ): Promise<boolean> {
    const link = on.selectFrom('links').select('id').where('domain_id', '=', domainId)
    return (
      (await link
        .where(sql.raw<boolean>(reserved ? OCCUPIED : 'deleted_at is null'))
        .limit(1)
        .executeTakeFirst()) !== undefined
    )
  }

  return {
    isUsed: (domainId: number) => isUsed(db, domainId),

    /**
     * Rejects links that conflict with the change on an unused domain for two minutes. Returns
     * whether the domain is used; a domain on which a transaction is creating links counts as used.
     */
    async prepare(domainId: number, { closing, caseSensitive }: DomainChange): Promise<boolean> {
      try {
        return await transact(db, async (tx) => {
          await sql`select set_config('lock_timeout', ${LOCK_WAIT}, true)`.execute(tx)
          await sql`select pg_advisory_xact_lock(hashtext('domain'), hashint8(${domainId}))`.execute(
            tx,
          )
          // Another case rule would give reserved slugs, which are stored as they are compared, to new links.
          if (await isUsed(tx, domainId, caseSensitive !== undefined)) {
            return true
          }
          await sql`delete from domain_changes where until < now() or domain_id = ${domainId}`.execute(
            tx,
          )
          await sql`
            insert into domain_changes (domain_id, closing, case_sensitive, until)
            values (${domainId}, ${closing}, ${caseSensitive ?? null}, now() + ${IN_FLIGHT}::interval)`.execute(
            tx,
          )
          return false
        })
      } catch (error) {
        if (isLocked(error)) return true
        throw error
      }
    },
  }
}

/** Maps the checks of 0023_domain_changes.sql to problems. */
export async function orDomainChanged<T>(made: Promise<T>): Promise<T> {
  try {
    return await made
  } catch (error) {
    if (isViolation(error, 'links_domain_open')) {
      const detail = 'was deleted'
      throw notFound('There is no such domain.', [
        { field: 'domain_id', code: 'not_found', detail },
      ])
    }
    if (isViolation(error, 'links_domain_case')) {
      throw unavailable('The case sensitivity of the domain has just changed. Try again.', error)
    }
    throw error
  }
}
