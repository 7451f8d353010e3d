import { openPostgres } from '@fingerpost/kit/stores/postgres'
import { type Kysely, sql } from 'kysely'
import { afterAll, expect, it } from 'vitest'
import type { BioSchema } from '../bio.schema.ts'
import { log } from '../testing/stand.ts'
import { type Caller, startTeams } from '../testing/teams.ts'
import { clickRepository } from './click.repository.ts'

const { lifecycle, newTeam, stand } = await startTeams()
const url = stand.config.DATABASE_URL
const postgres = lifecycle.own('test', openPostgres<BioSchema>(url, log, 3), (it) => it.close())
const { db } = postgres
afterAll(() => lifecycle.close())

const addLink = async (caller: Caller) =>
  (await stand.links.createBioLink({ url: 'https://youtu.be/x', platform: 0 }, { caller })).id
const listLinks = async (caller: Caller) =>
  (await stand.links.listBioLinks({ offset: 0, limit: 100 }, { caller })).links

const isWaiting = async () => {
  const { rows } = await sql`select from pg_stat_activity
    where datname = current_database() and wait_event_type = 'Lock'`.execute(db)
  return rows.length > 0
}

/** Makes `work` wait for what a transaction did first, and then what that does next wait for `work`. */
const collide = <T>(
  work: () => Promise<T>,
  first: (tx: Kysely<BioSchema>) => Promise<unknown>,
  next: (tx: Kysely<BioSchema>) => Promise<unknown>,
) =>
  db.transaction().execute(async (tx) => {
    // Postgres ends the work, because the transaction has the longer timeout.
    await sql`set local deadlock_timeout = '30s'`.execute(tx)
    await first(tx)
    const working = work()
    await expect.poll(isWaiting).toBe(true)
    await next(tx)
    return { working }
  })

it('clicks that deadlock with a change of the order are counted once', async () => {
  const caller = newTeam()
  const [first, second] = [await addLink(caller), await addLink(caller)]
  const counts = new Map([first, second].map((id) => [id, 5]))
  const move = (id: number) => (tx: Kysely<BioSchema>) =>
    tx.updateTable('bio_links').set({ position: id }).where('id', '=', id).execute()
  const { working } = await collide(
    () => clickRepository(postgres).add(counts),
    move(second),
    move(first),
  )
  await working

  expect((await listLinks(caller)).map(({ clicks }) => clicks)).toEqual([5, 5])
})

it('a change of links that deadlocks with clicks is made', async () => {
  const caller = newTeam()
  const [first, second] = [await addLink(caller), await addLink(caller)]
  const click = (id: number) => (tx: Kysely<BioSchema>) =>
    sql`insert into bio_link_clicks values (${id}, 1)`.execute(tx)
  const { working } = await collide(
    () => stand.links.deleteBioLink({ id: first }, { caller }),
    click(second),
    (tx) => sql`select from bio_links where id = ${first} for key share`.execute(tx),
  )
  await working

  expect(await listLinks(caller)).toMatchObject([{ id: second, order: 0, clicks: 1 }])
})
