import type { Postgres } from '@fingerpost/kit/stores/postgres'
import { type Kysely, sql } from 'kysely'
import type { BioSchema } from '../bio.schema.ts'
import { type LinkRepository, linkRepository } from './link.repository.ts'

/**
 * Serializes changes to one team's links, so that positions and the maximum stay consistent.
 * In-process queueing limits a busy team to one connection; an advisory lock excludes other
 * replicas.
 */
export function createChanges({ db }: Postgres<BioSchema>) {
  const last = new Map<number, Promise<unknown>>()

  const transact = <T>(orgId: number, work: (links: LinkRepository) => Promise<T>): Promise<T> =>
    db.transaction().execute(async (tx: Kysely<BioSchema>) => {
      await sql`select pg_advisory_xact_lock(${orgId})`.execute(tx)
      return work(linkRepository(tx, orgId))
    })

  return <T>(orgId: number, work: (links: LinkRepository) => Promise<T>): Promise<T> => {
    const run = () => transact(orgId, work)
    const turn = (last.get(orgId) ?? Promise.resolve()).then(run, run)
    last.set(orgId, turn)
    const leave = () => {
      if (last.get(orgId) === turn) last.delete(orgId)
    }
    turn.then(leave, leave)
    return turn
  }
}
