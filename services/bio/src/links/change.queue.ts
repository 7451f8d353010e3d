import { createTeamQueue } from '@fingerpost/kit/async/fair-share'
import { actorOf } from '@fingerpost/kit/audit/actor'
import { changeAs } from '@fingerpost/kit/audit/change-as'
import type { CallContext } from '@fingerpost/kit/grpc/context'
import type { Postgres } from '@fingerpost/kit/stores/postgres'
import { sql } from 'kysely'
import type { BioSchema } from '../bio.schema.ts'
import { type LinkRepository, linkRepository } from './link.repository.ts'

type Caller = Pick<CallContext, 'actor' | 'caller' | 'requestId'>

/**
 * Serializes changes to one team's links, so that positions and the maximum stay consistent.
 * In-process queueing limits a busy team to one connection; an advisory lock excludes other
 * replicas.
 */
export function createChanges({ db }: Postgres<BioSchema>) {
  const changing = createTeamQueue()
  return <T>(context: Caller, work: (links: LinkRepository) => Promise<T>): Promise<T> => {
    const { orgId } = context.caller()
    const change = () =>
      changeAs(db, actorOf(context), async (tx) => {
        await sql`select pg_advisory_xact_lock(${orgId})`.execute(tx)
        return work(linkRepository(tx, orgId))
      })
    return changing.run(orgId, change)
  }
}
