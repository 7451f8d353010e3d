import { once } from 'node:events'
import { createServer } from 'node:net'
import type { Client } from '@fingerpost/kit/grpc'
import { type CreateWebhookRequest, WebhooksService } from '@fingerpost/protos/link/v1/webhook'
import { sql } from 'kysely'
import { Webhook } from 'standardwebhooks'
import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from 'vitest'
import { type Received, startReceiver } from '../testing/receiver.ts'
import { caller, startTestLink, stranger, type TestLink } from '../testing/stack.ts'
import { deliveryRepository } from './delivery.repository.ts'
import { retryDelayMs, TRIES } from './event.rules.ts'

const receiver = await startReceiver()
let link: TestLink
let webhooks: Client<WebhooksService>
beforeAll(async () => {
  link = await startTestLink()
  webhooks = link.client(WebhooksService)
})
afterAll(async () => {
  receiver.close()
  await link.close()
})
afterEach(async () => {
  link.catalog.away = false
  await link.db.deleteFrom('webhooks').execute()
  receiver.received.length = 0
  Object.assign(receiver, { status: 204, headers: {}, silent: false })
})

const add = (fields: Partial<CreateWebhookRequest> = {}) =>
  webhooks.createWebhook({ url: receiver.url, events: ['link.created'], ...fields }, { caller })
const create = () => link.create({ title: 'x' })
const get = (id: number) => webhooks.getWebhook({ id }, { caller })
/** What is not woken is looked for every second. */
const until = <T>(check: () => T) => vi.waitFor(check, { timeout: 15_000 })
const log = async (webhookId: number, status?: string) =>
  (await webhooks.listWebhookDeliveries({ webhookId, status, offset: 0, limit: 100 }, { caller }))
    .deliveries
/** Says that it is time for the next try of everything. */
const hurry = (fields: { tries?: number } = {}) =>
  link.db
    .updateTable('webhook_deliveries')
    .set({ ...fields, next_try_at: new Date(0) })
    .where('status', '=', 'pending')
    .execute()
/** Sets the time since when all tries have failed. */
const failingFor = (id: number, time: string) =>
  link.db
    .updateTable('webhooks')
    .set({ failing_since: sql`now() - ${time}::interval` })
    .where('id', '=', id)
    .execute()
const tried = (id: number, tries: number) =>
  until(async () => {
    const [row] = await log(id)
    expect(row).toMatchObject({ tries, error: expect.any(String) })
    return row!
  })

describe('a message that was not taken', () => {
  it('is sent again under the same id, and given up after eight tries', async () => {
    receiver.status = 503
    const { id } = await add()
    await create()
    const first = await tried(id, 1)
    expect(first).toMatchObject({ status: 'pending', error: 'answered 503', responseCode: 503 })
    const delayMs = first.nextTryAt!.getTime() - first.createdAt!.getTime()
    expect(delayMs).toBeGreaterThanOrEqual(retryDelayMs(1)!)
    await hurry({ tries: TRIES - 1 })
    await until(async () => expect(await log(id)).toMatchObject([{ status: 'failed' }]))

    const [last] = await log(id)
    expect(last).toMatchObject({ tries: TRIES, messageId: first.messageId })
    expect(last?.nextTryAt).toBeUndefined()
    const [one, two] = receiver.received
    expect(two?.headers['webhook-id']).toBe(first.messageId)
    expect(one?.headers['webhook-id']).toBe(first.messageId)
    expect(two?.body).toBe(one?.body)
    expect(receiver.received).toHaveLength(2)
  })

  it('is taken at a later try, and the failures before are forgotten', async () => {
    receiver.status = 500
    const { id, secret = '' } = await add()
    await create()
    await tried(id, 1)
    expect(await get(id)).toMatchObject({ failures: 1 })
    receiver.status = 200
    await hurry()
    await until(async () =>
      expect(await log(id)).toMatchObject([{ status: 'delivered', tries: 2, responseCode: 200 }]),
    )

    const [, second] = receiver.received
    new Webhook(secret).verify(second!.body, second!.headers as Record<string, string>)
    expect((await log(id))[0]?.error).toBeUndefined()
    expect(await get(id)).toMatchObject({ failures: 0, enabled: true })
  })

  it('is not sent where a redirect points', async () => {
    Object.assign(receiver, { status: 307, headers: { location: `${receiver.url}/other` } })
    const { id } = await add()
    await create()

    expect(await tried(id, 1)).toMatchObject({ error: 'answered 307', status: 'pending' })
    expect(receiver.received).toHaveLength(1)
  })

  it('comes again when the process that sent it died', async () => {
    const { id } = await add({ url: 'http://127.0.0.1:1/', enabled: false })
    await link.db
      .insertInto('webhook_deliveries')
      .values({ webhook_id: id, type: 'link.created', data: '{"left":true}' })
      .execute()
    await link.db
      .updateTable('webhook_deliveries')
      .set({ tries: 1, next_try_at: new Date(Date.now() - 1) })
      .execute()
    await webhooks.updateWebhook({ id, clear: [], url: receiver.url, enabled: true }, { caller })

    await until(() => expect(receiver.received).toMatchObject([{ data: { left: true } }]))
  })
})

describe('a message that cannot be described while catalog is away', () => {
  it('uses up no try and is sent when catalog is available again', async () => {
    const { id } = await add()
    link.catalog.away = true
    const data = JSON.stringify({ id: '1', folder_id: 5, tags: [] })
    await link.db
      .insertInto('webhook_deliveries')
      .values({ webhook_id: id, link_id: 1, type: 'link.created', data })
      .execute()
    for (let round = 0; round < 3; round++) {
      await hurry()
      await until(async () => {
        const [row] = await log(id)
        expect(row!.nextTryAt!.getTime()).toBeGreaterThan(Date.now())
        expect(row).toMatchObject({ tries: 0, status: 'pending' })
      })
    }
    link.catalog.away = false
    await hurry()

    await until(() => expect(receiver.of('link.created', 1)).toHaveLength(1))
    await until(async () =>
      expect(await log(id)).toMatchObject([{ status: 'delivered', tries: 1 }]),
    )
  })
})

describe('a receiver', () => {
  it('that is gone is not asked again', async () => {
    receiver.status = 410
    const { id } = await add()
    await create()

    await until(async () =>
      expect(await get(id)).toMatchObject({ enabled: false, disabledReason: 'gone' }),
    )
    expect(await log(id)).toMatchObject([{ status: 'failed', tries: 1, responseCode: 410 }])
  })

  it('that fails for a while still gets messages; after 24 hours of failures it is paused', async () => {
    receiver.status = 500
    const { id } = await add()
    await Promise.all(Array.from({ length: 25 }, create))
    await until(async () => expect(await get(id)).toMatchObject({ failures: 25 }))
    expect(await get(id)).toMatchObject({ enabled: true, failingSince: expect.any(Date) })
    await failingFor(id, '24 hours')
    await create()

    await until(async () =>
      expect(await get(id)).toMatchObject({ enabled: false, disabledReason: 'failing' }),
    )
  })

  it('that was paused gets the messages it missed when it is resumed', async () => {
    receiver.status = 500
    const { id } = await add({ events: ['link.created', 'link.deleted'] })
    const early = await create()
    await tried(id, 1)
    await hurry({ tries: TRIES - 1 })
    await until(async () => expect(await log(id)).toMatchObject([{ status: 'failed' }]))
    await failingFor(id, '25 hours')
    const last = await create()
    await until(async () => expect(await get(id)).toMatchObject({ enabled: false }))
    const paused = await create()
    await link.links.deleteLinks({ ids: [paused.id] }, { caller })
    await until(async () => expect(await log(id, 'pending')).toHaveLength(3))
    await link.db
      .updateTable('webhook_deliveries')
      .set({ created_at: sql`created_at - interval '3 days'` })
      .where('status', '=', 'pending')
      .execute()
    await deliveryRepository(link.db).tidy()
    receiver.received.length = 0
    receiver.status = 204
    const again = await webhooks.updateWebhook({ id, clear: [], enabled: true }, { caller })

    expect(again).toMatchObject({ enabled: true, failures: 0 })
    expect([again.disabledReason, again.failingSince]).toEqual([undefined, undefined])
    await until(async () => expect(await log(id, 'delivered')).toHaveLength(4))
    for (const made of [early, last, paused]) {
      expect(receiver.of('link.created', made.id)).toHaveLength(1)
    }
    expect(receiver.of('link.deleted', paused.id)).toHaveLength(1)
  })

  it('that its team has disabled gets no messages from that time', async () => {
    const { id } = await add()
    await webhooks.updateWebhook({ id, clear: [], enabled: false }, { caller })
    await create()
    await add()
    const made = await create()
    await until(() => expect(receiver.of('link.created', made.id)).toHaveLength(1))

    expect(await log(id)).toEqual([])
  })

  it('that does not answer holds up no other', async () => {
    const deaf = createServer(() => {}).listen(0, '127.0.0.1')
    await once(deaf, 'listening')
    const { port } = deaf.address() as { port: number }
    await add({ url: `http://127.0.0.1:${port}/` })
    await Promise.all(Array.from({ length: 50 }, create))
    await add()
    const made = await create()

    const soonerThanItGivesUp = { timeout: 5_000 }
    await vi.waitFor(
      () => expect(receiver.of('link.created', made.id)).toHaveLength(1),
      soonerThanItGivesUp,
    )
    deaf.close()
  })

  it('that does not answer does not delay other teams, however many there are', async () => {
    const deaf = createServer(() => {}).listen(0, '127.0.0.1')
    await once(deaf, 'listening')
    const { port } = deaf.address() as { port: number }
    const url = `http://127.0.0.1:${port}/`
    for (let i = 0; i < 10; i++) await add({ url })
    await Promise.all(Array.from({ length: 4 }, create))
    const trying = () =>
      link.db.selectFrom('webhook_deliveries').select('id').where('tries', '>', 0)
    await vi.waitFor(async () => expect((await trying().execute()).length).toBeGreaterThan(0))
    await webhooks.createWebhook(
      { url: receiver.url, events: ['link.created'] },
      { caller: stranger },
    )
    const made = await link.create({ title: 'x' }, stranger)

    await vi.waitFor(() => expect(receiver.of('link.created', made.id)).toHaveLength(1), {
      timeout: 5_000, // the others time out after ten seconds
    })
    await vi.waitFor(async () => expect(await trying().execute()).toHaveLength(8 + 1))
    deaf.close()
  })

  it.each([
    ['http://127.0.0.1:1/', 'connection refused'],
    ['http://nobody.invalid/', 'host not found'],
  ])('at %s that is not there is told so in the log', async (url, error) => {
    const { id } = await add({ url })
    await create()

    expect(await tried(id, 1)).toMatchObject({ error, status: 'pending' })
    expect((await log(id))[0]?.responseCode).toBeUndefined()
  })
})

describe('a secret that is replaced', () => {
  const SECRET = `whsec_${Buffer.alloc(32, 1).toString('base64')}`
  const verifies = (secret: string, { body, headers }: Received) => {
    try {
      new Webhook(secret).verify(body, headers as Record<string, string>)
      return true
    } catch {
      return false
    }
  }
  const sent = async () => {
    const count = receiver.received.length
    await create()
    return until(() => {
      expect(receiver.received.length).toBeGreaterThan(count)
      return receiver.received.at(-1)!
    })
  }

  it('signs in addition to the new one for 24 hours, and not afterwards', async () => {
    const { id, secret = '' } = await add()
    const changed = await webhooks.updateWebhook({ id, clear: [], secret: SECRET }, { caller })
    const leftMs = changed.previousSecretUntil!.getTime() - Date.now()
    expect(Math.round(leftMs / 3_600_000)).toBe(24)
    expect(changed.secret).toBeUndefined()
    const during = await sent()
    expect([verifies(secret, during), verifies(SECRET, during)]).toEqual([true, true])
    await link.db
      .updateTable('webhooks')
      .set({ previous_secret_until: new Date(0) })
      .execute()

    const after = await sent()
    expect([verifies(secret, after), verifies(SECRET, after)]).toEqual([false, true])
  })

  it('by itself changes nothing, and a weak one is refused', async () => {
    const { id } = await add({ secret: SECRET })
    const same = await webhooks.updateWebhook({ id, clear: [], secret: SECRET }, { caller })
    expect(same.previousSecretUntil).toBeUndefined()
    expect(verifies(SECRET, await sent())).toBe(true)

    const weak = webhooks.updateWebhook({ id, clear: [], secret: 'whsec_aGVsbG8=' }, { caller })
    await expect(weak).rejects.toMatchObject({ errors: [{ field: 'secret' }] })
  })
})

describe('a test', () => {
  it('is sent at once, signed, and its outcome answered and kept', async () => {
    const { id, secret = '' } = await add({ enabled: false })
    const done = await webhooks.testWebhook({ id }, { caller })
    const { body, headers } = receiver.received[0]!

    expect(done).toMatchObject({ type: 'webhook.test', status: 'delivered', responseCode: 204 })
    expect(new Webhook(secret).verify(body, headers as Record<string, string>)).toMatchObject({
      type: 'webhook.test',
      data: { webhook_id: id },
    })
    expect(headers['webhook-id']).toBe(done.messageId)
    expect(await log(id)).toEqual([done])
  })

  it('that fails is not tried again and counts for nothing', async () => {
    receiver.status = 500
    const { id } = await add()

    expect(await webhooks.testWebhook({ id }, { caller })).toMatchObject({
      status: 'failed',
      tries: 1,
      error: 'answered 500',
    })
    expect(await get(id)).toMatchObject({ failures: 0, enabled: true })
  })
})
