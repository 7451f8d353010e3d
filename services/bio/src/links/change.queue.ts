import type { Postgres } from '@fingerpost/kit/postgres'
import { type Kysely, sql } from 'kysely'
import type { BioSchema } from '../bio.schema.ts'
import { type LinkRepository, linkRepository } from './link.repository.ts'

/**
 * Changes to the links of one team, one after the other: their places and their number hold
 * together. In this process they wait in line, so that a hurried team takes one connection and not
 * all; a lock in the database keeps the other copies of the process out.
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
