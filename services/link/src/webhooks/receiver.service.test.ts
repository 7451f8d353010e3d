import { once } from 'node:events'
import { createServer } from 'node:net'
import { sql } from 'kysely'
import { afterAll, afterEach, describe, expect, it, vi } from 'vitest'
import { caller, stranger } from '../testing/stack.ts'
import { startWebhooks, until } from '../testing/webhooks.ts'
import { deliveryRepository } from './delivery.repository.ts'
import { TRIES } from './event.rules.ts'

const stand = await startWebhooks()
const { receiver, link, webhooks, add, create, get, log, runNow, failingFor, tried } = stand
afterAll(stand.close)
afterEach(stand.reset)

/** Keeps pending messages from being tried again during a test. */
const postpone = () =>
  link.db
    .updateTable('webhook_deliveries')
    .set({ next_try_at: new Date(Date.now() + 3_600_000) })
    .where('status', '=', 'pending')
    .execute()

describe('a receiver', () => {
  it('that answers 410 is not called again', async () => {
    receiver.status = 410
    const { id } = await add()
    await create()

    await until(async () =>
      expect(await get(id)).toMatchObject({ enabled: false, disabled_reason: 'gone' }),
    )
    expect(await log(id)).toMatchObject([{ status: 'failed', tries: 1, response_code: 410 }])
  })

  it('that answers 410 has no message left that is pending', async () => {
    receiver.status = 500
    const { id } = await add()
    await create()
    await tried(id, 1)
    await postpone()
    receiver.status = 410
    await create()

    await until(async () => expect(await get(id)).toMatchObject({ disabled_reason: 'gone' }))
    await until(async () => expect(await log(id, 'failed')).toHaveLength(2))
    expect((await log(id)).map((it) => it.next_try_at)).toEqual([undefined, undefined])
  })

  it('that answered 410 in a process that died has no message left that is pending', async () => {
    receiver.status = 500
    const { id } = await add()
    await create()
    await tried(id, 1)
    await postpone()
    await link.db
      .updateTable('webhooks')
      .set({ enabled: false, disabled_reason: 'gone' })
      .where('id', '=', id)
      .execute()
    await deliveryRepository(link.db).failEnded()

    expect(await log(id)).toMatchObject([{ status: 'failed', error: 'answered 500' }])
  })

  it('that fails for a while still gets messages; after 24 hours of failures it is paused', async () => {
    receiver.status = 500
    const { id } = await add()
    await Promise.all(Array.from({ length: 25 }, create))
    await until(async () => expect(await get(id)).toMatchObject({ failures: 25 }))
    expect(await get(id)).toMatchObject({ enabled: true, failing_since: expect.any(Date) })
    await failingFor(id, '24 hours')
    await create()

    await until(async () =>
      expect(await get(id)).toMatchObject({ enabled: false, disabled_reason: 'failing' }),
    )
  })

  it('that was paused gets the messages it missed when it is resumed', async () => {
    receiver.status = 500
    const { id } = await add({ events: ['link.created', 'link.deleted'] })
    const early = await create()
    await tried(id, 1)
    await runNow({ tries: TRIES - 1 })
    await until(async () => expect(await log(id)).toMatchObject([{ status: 'failed' }]))
    await failingFor(id, '25 hours')
    const last = await create()
    await until(async () => expect(await get(id)).toMatchObject({ enabled: false }))
    const paused = await create()
    await link.links.deleteLinks({ ids: [paused.id] }, { caller })
    await until(async () => expect(await log(id, 'pending')).toHaveLength(3))
    expect((await log(id, 'pending')).map((it) => it.next_try_at)).toEqual(Array(3).fill(undefined))
    await link.db
      .updateTable('webhook_deliveries')
      .set({
        created_at: sql`created_at - interval '3 days'`,
        queued_at: sql`queued_at - interval '3 days'`,
      })
      .where('status', '=', 'pending')
      .execute()
    await deliveryRepository(link.db).tidy()
    receiver.received.length = 0
    receiver.status = 204
    const again = await webhooks.updateWebhook({ id, clear: [], enabled: true }, { caller })

    expect(again).toMatchObject({ enabled: true, failures: 0 })
    expect([again.disabled_reason, again.failing_since]).toEqual([undefined, undefined])
    await until(async () => expect(await log(id, 'delivered')).toHaveLength(4))
    // The failed one, which had no tries left, got all of them again.
    expect((await log(id)).at(-1)).toMatchObject({ tries: 1 })
    for (const made of [early, last, paused]) {
      expect(receiver.of('link.created', made.id)).toHaveLength(1)
    }
    expect(receiver.of('link.deleted', paused.id)).toHaveLength(1)
  })

  it('that was paused for days gets every message it missed all the tries of a new one', async () => {
    const { id } = await add({ enabled: false })
    await link.db
      .insertInto('webhook_deliveries')
      .values({ webhook_id: id, type: 'webhook.missed', data: '{}' })
      .execute()
    const old = sql<Date>`now() - interval '3 days'`
    await link.db
      .updateTable('webhook_deliveries')
      .set({ created_at: old, queued_at: old })
      .execute()
    await link.db.updateTable('webhooks').set({ disabled_reason: 'failing' }).execute()
    receiver.status = 500
    await webhooks.updateWebhook({ id, clear: [], enabled: true }, { caller })
    await tried(id, 1)
    await deliveryRepository(link.db).tidy()

    expect(await log(id)).toMatchObject([{ status: 'pending', error: 'answered 500' }])
  })

  it('whose response does not end has accepted the message', async () => {
    const endless = createServer((socket) => {
      socket.on('error', () => {})
      socket.once('data', () => socket.write('HTTP/1.1 200 OK\r\n\r\nhello'))
    }).listen(0, '127.0.0.1')
    await once(endless, 'listening')
    const { port } = endless.address() as { port: number }
    const { id } = await add({ url: `http://127.0.0.1:${port}/` })
    await create()

    await until(async () => expect(await log(id)).toMatchObject([{ status: 'delivered' }]))
    const [{ id: delivery } = { id: 0 }] = await log(id)
    const detail = await webhooks.getWebhookDelivery({ webhook_id: id, id: delivery }, { caller })
    expect(detail).toMatchObject({ response: 'hello', payload: expect.stringContaining('data') })
    endless.close()
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

  it('that does not answer does not delay others', async () => {
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
  ])('at %s that cannot be reached is logged with the reason', async (url, error) => {
    const { id } = await add({ url })
    await create()

    expect(await tried(id, 1)).toMatchObject({ error, status: 'pending' })
    expect((await log(id))[0]?.response_code).toBeUndefined()
  })
})
