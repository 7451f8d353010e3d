import type { Client } from '@fingerpost/kit/grpc/client'
import { WebhooksService } from '@fingerpost/protos/link/v1/webhook'
import { afterAll, beforeAll, expect, it, vi } from 'vitest'
import { startReceiver } from '../testing/receiver.ts'
import { caller, startTestLink, type TestLink } from '../testing/stack.ts'

const receiver = await startReceiver()
let link: TestLink
let webhooks: Client<WebhooksService>
beforeAll(async () => {
  link = await startTestLink({ allowPrivate: false })
  webhooks = link.client(WebhooksService)
})
afterAll(async () => {
  receiver.close()
  await link.close()
})

const events = ['link.created']
const HOOK = { url: 'https://hooks.example.com/', events }

it.each([
  ['http://127.0.0.1/', 'address_not_public'],
  ['http://[::1]/', 'address_not_public'],
  ['http://2130706433/', 'address_not_public'],
  ['http://169.254.169.254/latest', 'address_not_public'],
  ['http://localhost/', 'address_not_public'],
  ['https://e.com:8443/', 'port_not_allowed'],
])('a webhook at %s is rejected on creation and update', async (url, code) => {
  const refusal = { kind: 'invalid', errors: [{ field: 'url', code }] }
  await expect(webhooks.createWebhook({ url, events }, { caller })).rejects.toMatchObject(refusal)
  const { id } = await webhooks.createWebhook(HOOK, { caller })
  const change = webhooks.updateWebhook({ id, clear: [], url }, { caller })
  await expect(change).rejects.toMatchObject(refusal)
})

it('a webhook that resolves to a private address is not called, and its log gives the reason', async () => {
  const { id } = await webhooks.createWebhook(HOOK, { caller })
  await link.db.updateTable('webhooks').set({ url: receiver.url }).where('id', '=', id).execute()
  await link.create({ title: 'x' })

  await vi.waitFor(async () => {
    const request = { webhook_id: id, offset: 0, limit: 10 }
    const { deliveries } = await webhooks.listWebhookDeliveries(request, { caller })
    expect(deliveries).toMatchObject([{ tries: 1, error: 'port not allowed' }])
  })
  const test = await webhooks.testWebhook({ id }, { caller })
  expect(test).toMatchObject({ status: 'failed', error: 'port not allowed' })
  expect(receiver.received).toEqual([])
})

it('a link to a private page is created without fetching its title', async () => {
  const asked = receiver.requests()
  expect(await link.create({ url: receiver.url })).toMatchObject({ title: '', url: receiver.url })
  expect(receiver.requests()).toBe(asked)
})
