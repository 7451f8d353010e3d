import { notFound } from '@fingerpost/kit/http/problem'
import type {
  CreateWebhookRequest,
  ListWebhookDeliveriesRequest,
  ListWebhooksRequest,
  UpdateWebhookRequest,
  Webhook,
  WebhookDelivery,
} from '@fingerpost/protos/link/v1/webhook'
import { fastify } from 'fastify'
import { beforeEach, expect, it } from 'vitest'
import { renderProblems } from '../../problems.ts'
import { compileValidator } from '../../schema/validator.rules.ts'
import { fakeClients } from '../../testing/fakes.ts'
import { webhookRoutes } from './webhook.routes.ts'

const now = new Date('2026-11-20T12:00:00Z')
const webhook: Webhook = {
  id: 5,
  org_id: 7,
  name: 'Shop',
  url: 'https://e.com/hook',
  events: ['link.created'],
  enabled: true,
  failures: 0,
  created_at: now,
  updated_at: now,
}
const delivery: WebhookDelivery = {
  id: 9,
  message_id: 'msg_1',
  type: 'link.created',
  status: 'pending',
  tries: 1,
  response_code: 500,
  duration_ms: 3,
  error: 'answered 500',
  created_at: now,
  next_try_at: now,
}
const asked = {
  created: [] as CreateWebhookRequest[],
  updates: [] as UpdateWebhookRequest[],
  lists: [] as ListWebhooksRequest[],
  logs: [] as ListWebhookDeliveriesRequest[],
}
const tested: (number | undefined)[] = []
const only5 = (id: number) => {
  if (id !== 5) throw notFound('There is no such webhook.')
}
const clients = fakeClients({
  webhooks: {
    async createWebhook(request) {
      asked.created.push(request)
      return { ...webhook, secret: 'whsec_x' }
    },
    async getWebhook({ id }) {
      only5(id)
      return webhook
    },
    async listWebhooks(request) {
      asked.lists.push(request)
      return { webhooks: [webhook], total: 51 }
    },
    async updateWebhook(request) {
      asked.updates.push(request)
      return { ...webhook, enabled: false, disabled_reason: 'failing' }
    },
    async deleteWebhook({ id }) {
      only5(id)
      return {}
    },
    async testWebhook(_, call) {
      tested.push(call?.timeoutMs)
      return delivery
    },
    async listWebhookDeliveries(request) {
      asked.logs.push(request)
      return { deliveries: [delivery], total: 1 }
    },
  },
})

const app = fastify({ logger: false })
app.setValidatorCompiler(compileValidator)
renderProblems(app)
app.decorateRequest('caller')
const scopes = new Set<unknown>()
app.addHook('onRoute', ({ config }) => void scopes.add(config?.scope))
app.register(webhookRoutes(clients))
beforeEach(() => {
  for (const calls of Object.values(asked)) calls.length = 0
})

const call = (method: 'GET' | 'PUT' | 'PATCH' | 'POST' | 'DELETE', url: string, payload?: object) =>
  app.inject({ method, url, ...(payload ? { payload } : {}) })
const fields = (response: { json(): { errors: { field: string }[] } }) =>
  response.json().errors.map(({ field }) => field)
const time = '2026-11-20T12:00:00.000Z'
const body = {
  id: 5,
  org_id: '7',
  name: 'Shop',
  url: 'https://e.com/hook',
  events: ['link.created'],
  enabled: true,
  disabled_reason: null,
  failures: 0,
  failing_since: null,
  previous_secret_until: null,
  created_at: time,
  updated_at: time,
}
const valid = { url: 'https://e.com/hook', events: ['link.created'] }

it('shows the secret in the response to the creation and nowhere else', async () => {
  const made = await call('POST', '/webhook', { ...valid, name: null })

  expect(made.statusCode).toBe(201)
  expect(made.headers.location).toBe('/api/webhook/5')
  expect(made.json()).toEqual({ ...body, secret: 'whsec_x' })
  expect(asked.created).toEqual([valid])
  expect((await call('GET', '/webhook/5')).json()).toEqual(body)
})

it('accepts a webhook that was read', async () => {
  const made = (await call('POST', '/webhook', valid)).json()

  for (const method of ['PUT', 'PATCH'] as const) {
    const answer = await call(method, '/webhook/5', made)
    expect(answer.json()).toMatchObject({ enabled: false, disabled_reason: 'failing' })
  }
  expect(asked.updates[0]).toEqual({
    id: 5,
    url: valid.url,
    events: { types: valid.events },
    name: 'Shop',
    enabled: true,
    secret: 'whsec_x',
    clear: [],
  })
  await call('PATCH', '/webhook/5', { name: null, enabled: null })
  expect(asked.updates[2]).toEqual({ id: 5, clear: ['name', 'enabled'] })
})

it.each([
  ['POST', {}, ['url', 'events']],
  ['POST', { ...valid, url: 'javascript:x', colour: 1 }, ['colour', 'url']],
  ['POST', { ...valid, url: 'https://u:p@e.com' }, ['url']],
  ['POST', { ...valid, events: [] }, ['events']],
  ['POST', { ...valid, events: ['link.created', 'x'] }, ['events.1']],
  ['POST', { ...valid, events: 'link.created' }, ['events']],
  ['POST', { ...valid, enabled: 'yes', name: 5 }, ['name', 'enabled']],
  ['POST', { ...valid, name: 'x'.repeat(65) }, ['name']],
  ['PUT', { url: null, events: null }, ['url', 'events']],
] as const)('%s rejects %j by name', async (method, payload, names) => {
  const answer = await call(method, method === 'POST' ? '/webhook' : '/webhook/5', payload)

  expect(answer.statusCode).toBe(400)
  expect(fields(answer)).toEqual(names)
  expect(asked.created).toEqual([])
})

it('lists webhooks, and the deliveries of one', async () => {
  const list = await call('GET', '/webhook?page=2&limit=10&sort=name')
  expect(list.json()).toEqual({ items: [body], total: 51, offset: 20, limit: 10 })
  await call('GET', '/webhook')
  expect(asked.lists).toEqual([
    { offset: 20, limit: 10, sort: 'name', order: 'asc' },
    { offset: 0, limit: 25, sort: 'created_at', order: 'desc' },
  ])
  const log = await call('GET', '/webhook/5/delivery?status=pending')
  expect(log.json()).toEqual({
    items: [
      {
        id: 9,
        message_id: 'msg_1',
        type: 'link.created',
        status: 'pending',
        tries: 1,
        response_code: 500,
        duration_ms: 3,
        error: 'answered 500',
        created_at: time,
        next_try_at: time,
      },
    ],
    total: 1,
    offset: 0,
    limit: 25,
  })
  expect(asked.logs).toEqual([{ webhook_id: 5, status: 'pending', offset: 0, limit: 25 }])
  expect(fields(await call('GET', '/webhook/5/delivery?status=lost'))).toEqual(['status'])
})

it('sends a test message, and deletes', async () => {
  expect((await call('POST', '/webhook/5/test')).json()).toMatchObject({ error: 'answered 500' })
  expect(tested[0]).toBeGreaterThan(10_000) // exceeds the receiver timeout of link
  expect((await call('DELETE', '/webhook/5')).json()).toEqual({ id: 5, deleted: true })
  expect((await call('DELETE', '/webhook/6')).statusCode).toBe(404)
  expect((await call('GET', '/webhook/9007199254740993')).statusCode).toBe(404)
})

it('requires one scope on every route', () => {
  expect([...scopes]).toEqual(['webhook:manage'])
})
