import { Webhook } from 'standardwebhooks'
import { afterAll, afterEach, describe, expect, it } from 'vitest'
import type { Received } from '../testing/receiver.ts'
import { caller } from '../testing/stack.ts'
import { startWebhooks, until } from '../testing/webhooks.ts'
import { retryDelayMs, TRIES } from './event.rules.ts'

const stand = await startWebhooks()
const { receiver, link, webhooks, add, create, get, log, runNow, tried } = stand
afterAll(stand.close)
afterEach(stand.reset)

describe('a message that was not accepted', () => {
  it('is sent again with the same id, and fails after eight tries', async () => {
    receiver.status = 503
    const { id } = await add()
    await create()
    const first = await tried(id, 1)
    expect(first).toMatchObject({ status: 'pending', error: 'answered 503', response_code: 503 })
    const delayMs = first.next_try_at!.getTime() - first.created_at!.getTime()
    expect(delayMs).toBeGreaterThanOrEqual(retryDelayMs(1)!)
    await runNow({ tries: TRIES - 1 })
    await until(async () => expect(await log(id)).toMatchObject([{ status: 'failed' }]))

    const [last] = await log(id)
    expect(last).toMatchObject({ tries: TRIES, message_id: first.message_id })
    expect(last?.next_try_at).toBeUndefined()
    const [one, two] = receiver.received
    expect(two?.headers['webhook-id']).toBe(first.message_id)
    expect(one?.headers['webhook-id']).toBe(first.message_id)
    expect(two?.body).toBe(one?.body)
    expect(receiver.received).toHaveLength(2)
  })

  it('is accepted at a later try, which resets the failures', async () => {
    receiver.status = 500
    const { id, secret = '' } = await add()
    await create()
    await tried(id, 1)
    expect(await get(id)).toMatchObject({ failures: 1 })
    receiver.status = 200
    await runNow()
    await until(async () =>
      expect(await log(id)).toMatchObject([{ status: 'delivered', tries: 2, response_code: 200 }]),
    )

    const [, second] = receiver.received
    new Webhook(secret).verify(second!.body, second!.headers as Record<string, string>)
    expect((await log(id))[0]?.error).toBeUndefined()
    expect(await get(id)).toMatchObject({ failures: 0, enabled: true })
  })

  it('is not sent to the target of a redirect', async () => {
    Object.assign(receiver, { status: 307, headers: { location: `${receiver.url}/other` } })
    const { id } = await add()
    await create()

    expect(await tried(id, 1)).toMatchObject({ error: 'answered 307', status: 'pending' })
    expect(receiver.received).toHaveLength(1)
  })

  it('is sent again after the process that sent it died', async () => {
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

describe('a message that cannot be described while catalog is unavailable', () => {
  it('uses up no try and is sent when catalog is available again', async () => {
    const { id } = await add()
    link.catalog.away = true
    const data = JSON.stringify({ id: '1', folder_id: 5, tags: [] })
    await link.db
      .insertInto('webhook_deliveries')
      .values({ webhook_id: id, link_id: 1, type: 'link.created', data })
      .execute()
    for (let round = 0; round < 3; round++) {
      await runNow()
      await until(async () => {
        const [row] = await log(id)
        expect(row!.next_try_at!.getTime()).toBeGreaterThan(Date.now())
        expect(row).toMatchObject({ tries: 0, status: 'pending' })
      })
    }
    link.catalog.away = false
    await runNow()

    await until(() => expect(receiver.of('link.created', 1)).toHaveLength(1))
    await until(async () =>
      expect(await log(id)).toMatchObject([{ status: 'delivered', tries: 1 }]),
    )
  })
})

describe('a replaced secret', () => {
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
    const leftMs = changed.previous_secret_until!.getTime() - Date.now()
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

  it('equal to the current one changes nothing, and a weak one is rejected', async () => {
    const { id } = await add({ secret: SECRET })
    const same = await webhooks.updateWebhook({ id, clear: [], secret: SECRET }, { caller })
    expect(same.previous_secret_until).toBeUndefined()
    expect(verifies(SECRET, await sent())).toBe(true)

    const weak = webhooks.updateWebhook({ id, clear: [], secret: 'whsec_aGVsbG8=' }, { caller })
    await expect(weak).rejects.toMatchObject({ errors: [{ field: 'secret' }] })
  })
})

describe('a test', () => {
  it('is sent at once, signed, and its outcome returned and logged', async () => {
    const { id, secret = '' } = await add({ enabled: false })
    const done = await webhooks.testWebhook({ id }, { caller })
    const { body, headers } = receiver.received[0]!

    expect(done).toMatchObject({ type: 'webhook.test', status: 'delivered', response_code: 204 })
    expect(new Webhook(secret).verify(body, headers as Record<string, string>)).toMatchObject({
      type: 'webhook.test',
      data: { webhook_id: id },
    })
    expect(headers['webhook-id']).toBe(done.message_id)
    expect(await log(id)).toEqual([{ ...done, payload: undefined, response: undefined }])
  })

  it('that fails is not retried and does not count as a failure', async () => {
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
