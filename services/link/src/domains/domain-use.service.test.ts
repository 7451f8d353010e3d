import { DomainUseService } from '@fingerpost/protos/link/v1/domain_use'
import { WebhooksService } from '@fingerpost/protos/link/v1/webhook'
import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest'
import { caller, startTestLink, type TestLink } from '../testing/stack.ts'
import { truncate } from '../testing/truncate.ts'

const DOMAIN = { domain_id: 1 }
let link: TestLink
const use = () => link.client(DomainUseService)

beforeAll(async () => {
  link = await startTestLink()
})
afterAll(() => link.close())
beforeEach(async () => {
  await truncate(link.db, 'links', 'outbox', 'domain_changes')
})

/** Inserts a link and commits it once `until` resolves, as a slow request does. */
const insertSlowly = (slug: string, until: Promise<void>, inserted: () => void) =>
  link.db.transaction().execute(async (tx) => {
    await sql`
      insert into links (org_id, user_id, domain_id, domain, slug, slug_key, url)
      values (7, 70, 1, 'go7.example', ${slug}, ${slug.toLowerCase()}, 'https://e.com/')`.execute(
      tx,
    )
    inserted()
    await until
  })

it('rejects a link in flight while its domain is deleted', async () => {
  const { id } = await link.create()
  await sql`update links set domain_id = 2`.execute(link.db)

  expect(await use().checkDomainUse({ ...DOMAIN, closing: true })).toEqual({ used: false })

  const late = { kind: 'not_found', errors: [{ field: 'domain_id' }] }
  await expect(link.create({ title: 'x' })).rejects.toMatchObject(late)
  await expect(
    link.links.updateLink({ id, clear: [], domain_id: 1 } as never, { caller }),
  ).rejects.toMatchObject(late)
  const { rows } = await sql`select id from links where domain_id = 1`.execute(link.db)
  expect(rows).toEqual([])
})

it('refuses to delete the domain of a link that is being created', async () => {
  const [inserted, committed] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()]
  const insert = insertSlowly('slow', committed.promise, inserted.resolve)
  await inserted.promise

  const closing = use().checkDomainUse({ ...DOMAIN, closing: true })
  await expect
    .poll(async () => {
      const waiting = sql`select from pg_locks where locktype = 'advisory' and not granted`
      return (await waiting.execute(link.db)).rows.length
    })
    .toBeGreaterThan(0)
  committed.resolve()
  await insert

  expect(await closing).toEqual({ used: true })
  await link.create({ slug: 'still-open', title: 'x' })
})

it('rejects a slug in flight under the old case rule while its domain changes it', async () => {
  const make = (slug: string) => link.create({ slug, title: 'x' })
  const change = { ...DOMAIN, case_sensitive: true }
  expect(await use().checkDomainUse(change)).toEqual({ used: false })

  await expect(make('Sale')).rejects.toMatchObject({ kind: 'unavailable' })
  await make('sale')
  expect(await use().checkDomainUse({ ...DOMAIN, case_sensitive: false })).toEqual({ used: true })
})

it('keeps the case rule of a domain while slugs of deleted links are reserved', async () => {
  const { id } = await link.create({ slug: 'Gone', title: 'x' })
  const used = async (change: object) => (await use().checkDomainUse({ ...DOMAIN, ...change })).used
  await link.links.deleteLinks({ ids: [id] }, { caller })

  expect(await used({ case_sensitive: true })).toBe(true)
  await link.links.purgeLinks({ ids: [id] }, { caller })
  expect(await used({ case_sensitive: true })).toBe(true)
  expect(await used({ closing: true })).toBe(false)

  await sql`update links set deleted_at = now() - interval '31 days'`.execute(link.db)
  expect(await used({ case_sensitive: true })).toBe(false)
})

it('blocks nothing after two minutes, or without a planned change', async () => {
  expect(await use().checkDomainUse(DOMAIN)).toEqual({ used: false })
  await link.create({ slug: 'asked', title: 'x' })
  await truncate(link.db, 'links', 'outbox')

  await use().checkDomainUse({ ...DOMAIN, closing: true })
  await sql`update domain_changes set until = now()`.execute(link.db)
  await link.create({ slug: 'later', title: 'x' })
})

it('sends an event of a domain to the webhooks subscribed to it', async () => {
  const hooks = link.client(WebhooksService)
  const events = ['domain.failing', 'domain.verified']
  const { id } = await hooks.createWebhook({ url: 'http://127.0.0.1:9/', events }, { caller })
  const data = JSON.stringify({ id: 1, name: 'go7.example' })

  for (const type of ['domain.failing', 'domain.unverified', 'domain.renamed']) {
    await use().tellDomainEvent({ org_id: 7, type, data, event_id: '' })
  }

  const { rows } = await sql`
    select type, data from webhook_deliveries where webhook_id = ${id}`.execute(link.db)
  expect(rows).toEqual([{ type: 'domain.failing', data: { id: 1, name: 'go7.example' } }])
})

it('sends an event of a domain to each webhook once, even if it arrives twice', async () => {
  const hooks = link.client(WebhooksService)
  const webhook = { url: 'http://127.0.0.1:9/', events: ['domain.failing'] }
  const made = [
    await hooks.createWebhook(webhook, { caller }),
    await hooks.createWebhook(webhook, { caller }),
  ]
  const eventId = crypto.randomUUID()
  const event = { org_id: 7, type: 'domain.failing', data: '{}', event_id: eventId }

  await use().tellDomainEvent(event, {})
  await use().tellDomainEvent(event, {})

  const { rows } = await sql`
    select webhook_id, message_id from webhook_deliveries
    where webhook_id = any(${made.map(({ id }) => id)}) order by 1`.execute(link.db)
  expect(rows).toEqual(made.map(({ id }) => ({ webhook_id: id, message_id: eventId })))
})
