import type { Client } from '@fingerpost/kit/grpc/client'
import { ClickTotalsService } from '@fingerpost/protos/link/v1/click_total'
import { ImportsService } from '@fingerpost/protos/link/v1/import'
import { type CreateWebhookRequest, WebhooksService } from '@fingerpost/protos/link/v1/webhook'
import { Webhook } from 'standardwebhooks'
import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from 'vitest'
import { startReceiver } from '../testing/receiver.ts'
import { caller, startTestLink, stranger, type TestLink } from '../testing/stack.ts'

const receiver = await startReceiver()
let link: TestLink
let webhooks: Client<WebhooksService>
let totals: Client<ClickTotalsService>
beforeAll(async () => {
  link = await startTestLink()
  webhooks = link.client(WebhooksService)
  totals = link.client(ClickTotalsService)
})
afterAll(async () => {
  receiver.close()
  await link.close()
})
afterEach(async () => {
  link.catalog.away = false
  await link.db.deleteFrom('webhooks').execute()
  receiver.received.length = 0
  Object.assign(receiver, { status: 204, headers: {}, body: '', silent: false })
})

const ALL = ['link.created', 'link.updated', 'link.deleted', 'link.expired', 'link.clicked']
const add = (fields: Partial<CreateWebhookRequest> = {}, by = caller) =>
  webhooks.createWebhook({ url: receiver.url, events: ALL, ...fields }, { caller: by })
const create = (fields: object = {}, by = caller) => link.create({ title: 'x', ...fields }, by)
const update = (id: number, fields: object) =>
  link.links.updateLink({ id, clear: [], ...fields }, { caller })
const get = (id: number, by = caller) => webhooks.getWebhook({ id }, { caller: by })
/** Long enough for workers that are not woken: they poll every second. */
const until = <T>(check: () => T) => vi.waitFor(check, { timeout: 15_000 })
const log = async (webhookId: number, status?: string) =>
  (
    await webhooks.listWebhookDeliveries(
      { webhook_id: webhookId, status, offset: 0, limit: 100 },
      { caller },
    )
  ).deliveries
const received = (type: string, id: number, count = 1) =>
  until(() => {
    expect(receiver.of(type, id).length).toBeGreaterThanOrEqual(count)
    return receiver.of(type, id)[count - 1]!
  })
/** Makes the next try of every pending message due. */
const runNow = () =>
  link.db
    .updateTable('webhook_deliveries')
    .set({ next_try_at: new Date(0) })
    .where('status', '=', 'pending')
    .execute()

describe('a webhook', () => {
  it('is visible only to its team, and its secret is shown once', async () => {
    const made = await add({ name: ' Mine ' })

    expect(made).toMatchObject({ org_id: 7, name: 'Mine', enabled: true, failures: 0 })
    expect(made.secret).toMatch(/^whsec_[\w+/]{43}=$/)
    expect(await get(made.id)).toEqual({ ...made, secret: undefined })
    const list = { offset: 0, limit: 10, sort: 'created_at', order: 'desc' }
    expect(await webhooks.listWebhooks(list, { caller })).toMatchObject({
      webhooks: [{ id: made.id }],
      total: 1,
    })
    expect((await webhooks.listWebhooks(list, { caller: stranger })).total).toBe(0)
    for (const [id, by] of [
      [made.id, stranger],
      [10 ** 9, caller],
    ] as const) {
      const call = { caller: by }
      for (const asked of [
        () => webhooks.getWebhook({ id }, call),
        () => webhooks.updateWebhook({ id, clear: [], enabled: false }, call),
        () => webhooks.deleteWebhook({ id }, call),
        () => webhooks.testWebhook({ id }, call),
        () => webhooks.listWebhookDeliveries({ webhook_id: id, offset: 0, limit: 10 }, call),
      ]) {
        await expect(asked()).rejects.toMatchObject({
          kind: 'not_found',
          message: 'There is no such webhook.',
        })
      }
    }
    expect(await get(made.id)).toMatchObject({ enabled: true })
  })

  it('changes the given fields, and is not found after it is deleted', async () => {
    const { id } = await add({ name: 'x' })
    const change = { id, clear: ['name'], events: { types: ['link.created'] } }

    expect(await webhooks.updateWebhook(change, { caller })).toMatchObject({
      name: '',
      events: ['link.created'],
      url: receiver.url,
    })
    await webhooks.deleteWebhook({ id }, { caller })
    await expect(get(id)).rejects.toMatchObject({ kind: 'not_found' })
  })

  it('is one of at most fifty, even if many are created concurrently', async () => {
    const many = await Promise.allSettled(Array.from({ length: 60 }, () => add()))
    const refused = many.flatMap((it) => (it.status === 'rejected' ? [it.reason] : []))

    expect(refused).toHaveLength(10)
    expect(refused[0]).toMatchObject({ kind: 'forbidden', code: 'quota_exceeded' })
    expect((await add({}, stranger)).org_id).toBe(8)
  })
})

describe('a change of a link', () => {
  it('is sent once, signed, with the link as in the REST API', async () => {
    const { secret = '' } = await add()
    const made = await create({ folder_id: 5, tags: [6] })
    const { headers, body, data } = await received('link.created', made.id)

    expect(new Webhook(secret).verify(body, headers as Record<string, string>)).toMatchObject({
      type: 'link.created',
    })
    expect(headers['webhook-id']).toMatch(/^msg_[0-9a-f-]{36}$/)
    expect(headers['content-type']).toBe('application/json')
    expect(data).toMatchObject({
      id: String(made.id),
      org_id: '7',
      folder_id: 5,
      folder: { id: 5, name: 'Five', color: '#555555' },
      tags: [{ id: 6, name: 'Six', color: null }],
      created_at: made.created_at?.toISOString(),
    })
    await update(made.id, { title: 'New' })
    expect((await received('link.updated', made.id)).data).toMatchObject({ title: 'New' })
    await link.links.deleteLinks({ ids: [made.id] }, { caller })
    await received('link.deleted', made.id)
    expect(receiver.received).toHaveLength(3)
  })

  it('is sent only to enabled, subscribed webhooks of the team', async () => {
    const wanted = await add({ events: ['link.updated'] })
    const off = await add({ enabled: false })
    const elsewhere = await add({ events: ['link.deleted'] })
    const theirs = await add({}, stranger)
    const made = await create()
    await update(made.id, { title: 'New' })
    await received('link.updated', made.id)

    expect(receiver.received).toHaveLength(1)
    await until(async () =>
      expect(await log(wanted.id)).toMatchObject([
        { type: 'link.updated', status: 'delivered', tries: 1, response_code: 204 },
      ]),
    )
    expect(await log(off.id)).toEqual([])
    expect(await log(elsewhere.id)).toEqual([])
    await create({}, stranger)
    await until(() => expect(receiver.received).toHaveLength(2))
    expect(theirs.org_id).toBe(8)
  })

  it('waits for catalog, which describes its labels', async () => {
    const { id } = await add()
    const made = await quiet()
    link.catalog.away = true
    await update(made.id, { title: 'New' }).catch(() => {})
    await until(async () => {
      const [row] = await log(id)
      expect(row).toMatchObject({ tries: 0, status: 'pending' })
      expect(row!.next_try_at!.getTime()).toBeGreaterThan(Date.now())
    })
    expect(receiver.received).toEqual([])
    link.catalog.away = false
    await until(async () => {
      await runNow()
      expect(receiver.received).toMatchObject([{ data: { folder: { name: 'Five' } } }])
    })
    expect((await get(id)).failures).toBe(0)
  })

  /** A link in a folder, without any webhook messages. */
  async function quiet() {
    await link.db.updateTable('webhooks').set({ enabled: false }).execute()
    const made = await create({ folder_id: 5 })
    await until(async () =>
      expect(await link.db.selectFrom('outbox').selectAll().execute()).toEqual([]),
    )
    await link.db.updateTable('webhooks').set({ enabled: true }).execute()
    return made
  }
})

describe('clicks', () => {
  const click = (linkId: number, clicks: number) =>
    totals.setClickTotals({
      totals: [{ link_id: linkId, clicks, clicked_at_ms: 1_700_000_000_000 + clicks }],
    })

  it('are sent with the new total, and a repeated total is not sent again', async () => {
    const { id } = await add({ events: ['link.clicked'] })
    const made = await create()
    await click(made.id, 5)
    await click(made.id, 5)
    await click(made.id, 4)

    expect((await received('link.clicked', made.id)).data).toMatchObject({
      clicks: 5,
      clicked_at: '2023-11-14T22:13:20.005Z',
    })
    expect(await log(id)).toHaveLength(1)
  })

  it('that are pending are merged into one message', async () => {
    const { id } = await add({ events: ['link.clicked'] })
    const made = await create()
    receiver.silent = true // delays the next message
    await click(made.id, 1)
    await received('link.clicked', made.id)
    await click(made.id, 2)
    await click(made.id, 3)

    const waiting = await link.db
      .selectFrom('webhook_deliveries')
      .select('data')
      .where('webhook_id', '=', id)
      .where('tries', '=', 0)
      .execute()
    expect(waiting).toMatchObject([{ data: { clicks: 3 } }])
  })
})

describe('an expiry', () => {
  it('by date is sent once, and again when the link gets a new date', async () => {
    const { id } = await add({ events: ['link.expired'] })
    const made = await create({ expires_at: new Date(Date.now() - 60_000) })
    await create({ expires_at: new Date(Date.now() + 3_600_000) })
    await received('link.expired', made.id)
    const next = await create({ expires_at: new Date(Date.now() - 60_000) })
    await received('link.expired', next.id) // so the expired links were checked again
    expect(await log(id)).toHaveLength(2)
    await update(made.id, { expires_at: new Date(Date.now() - 30_000) })
    await received('link.expired', made.id, 2)

    expect(await log(id)).toHaveLength(3)
    expect(receiver.of('link.expired', made.id)).toHaveLength(2)
  })

  it('by number of clicks is sent once, even if the number is lowered', async () => {
    const { id } = await add({ events: ['link.expired'] })
    const [a, b] = [await create({ expires_after: 2 }), await create({ expires_after: 9 })]
    const click = (linkId: number, clicks: number) =>
      totals.setClickTotals({ totals: [{ link_id: linkId, clicks, clicked_at_ms: clicks }] })
    await click(a.id, 1)
    await click(a.id, 2)
    await click(a.id, 3)
    await click(b.id, 3)
    await received('link.expired', a.id)
    expect(await log(id)).toHaveLength(1)
    await update(b.id, { expires_after: 3 })
    await received('link.expired', b.id)

    expect(await log(id)).toHaveLength(2)
  })
})

it('the end of an import is sent with its counts', async () => {
  const { id } = await add({ events: ['import.finished'] })
  const imports = link.client(ImportsService)
  const job = await imports.createImport({ target: { domain_id: 1, tags: [] } }, { caller })
  const rows = [{ url: 'https://e.com/1' }, { url: 'nonsense' }]
  await imports.addImportRows({ id: job.id, first_index: 0, rows }, { caller })
  await imports.startImport({ id: job.id }, { caller })

  await until(() =>
    expect(receiver.received).toMatchObject([
      {
        type: 'import.finished',
        data: { job_id: String(job.id), status: 'done', total: 2, done: 2, created: 1, failed: 1 },
      },
    ]),
  )
  expect(await log(id)).toHaveLength(1)
})
