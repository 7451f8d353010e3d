import { ClickTotalsService } from '@fingerpost/protos/link/v1/click_total'
import { type Kysely, sql } from 'kysely'
import { afterAll, beforeAll, expect, it, vi } from 'vitest'
import type { LinkSchema } from '../link.schema.ts'
import { caller, startTestLink, type TestLink } from '../testing/stack.ts'

let link: TestLink
beforeAll(async () => {
  link = await startTestLink()
})
afterAll(() => link.close())

const by = { caller }
const lock = (tx: Kysely<LinkSchema>, id: number) =>
  tx.selectFrom('links').select('id').where('id', '=', id).forUpdate().execute()

/** Resolves once a statement of the service waits for a lock. */
const waiting = () =>
  vi.waitFor(
    async () => {
      const { rows } = await sql`select 1 from pg_stat_activity
        where datname = current_database() and wait_event_type = 'Lock'`.execute(link.db)
      expect(rows).toHaveLength(1)
    },
    { interval: 10, timeout: 10_000 },
  )

/**
 * Provokes a deadlock: a transaction runs `first`, the change waits for it, then the transaction
 * wants `second`. Postgres aborts the change, because the transaction has a longer deadlock
 * timeout.
 */
const collide = (
  first: (tx: Kysely<LinkSchema>) => Promise<unknown>,
  change: () => Promise<unknown>,
  second: (tx: Kysely<LinkSchema>) => Promise<unknown>,
) =>
  link.db.transaction().execute(async (tx) => {
    await sql`set local deadlock_timeout = '30s'`.execute(tx)
    await first(tx)
    const changing = change()
    await Promise.race([waiting(), changing])
    await second(tx)
    return { changing }
  })

it('retries a change of many links that Postgres aborted to resolve a deadlock', async () => {
  const [first, second] = [await link.create(), await link.create()]
  const ids = [first.id, second.id]

  const { changing } = await collide(
    (tx) => lock(tx, second.id),
    () => link.links.moveLinks({ ids }, by),
    (tx) => lock(tx, first.id),
  )

  expect(await changing).toMatchObject({ changed: expect.arrayContaining(ids), missing: [] })
})

it('retries a change of an address that Postgres aborted to resolve a deadlock', async () => {
  const [first, second] = [await link.create({ slug: 'first' }), await link.create()]
  const left = { slug: 'left', slug_key: 'left' }

  const { changing } = await collide(
    (tx) => tx.updateTable('links').set(left).where('id', '=', first.id).execute(),
    () => link.links.updateLink({ id: second.id, clear: [], slug: 'first' } as never, by),
    (tx) => lock(tx, second.id),
  )

  expect(await changing).toMatchObject({ slug: 'first' })
})

it('retries click totals that Postgres did not store because of a deadlock', async () => {
  const [first, second] = [await link.create(), await link.create()]
  const set = (clicks: number) =>
    link.client(ClickTotalsService).setClickTotals({
      totals: [first, second].map(({ id }) => ({ link_id: id, clicks, clicked_at_ms: clicks })),
    })
  const lockTotal = (tx: Kysely<LinkSchema>, id: number) =>
    tx.selectFrom('link_clicks').select('clicks').where('link_id', '=', id).forUpdate().execute()
  await set(1)

  const { changing } = await collide(
    (tx) => lockTotal(tx, second.id),
    () => set(2),
    (tx) => lockTotal(tx, first.id),
  )

  await changing
  const { links } = await link.links.getLinks({ ids: [first.id, second.id] }, by)
  expect(links.map(({ clicks }) => clicks)).toEqual([2, 2])
})
