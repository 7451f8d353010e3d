import { Problem, unavailable } from '@fingerpost/kit/http/problem'
import type {
  CreateImportRequest,
  GetImportRequest,
  Import,
} from '@fingerpost/protos/link/v1/import'
import { fastify } from 'fastify'
import { afterAll, beforeEach, expect, it } from 'vitest'
import { renderProblems } from '../../problems.ts'
import { compileValidator } from '../../schema/validator.rules.ts'
import { fakeClients } from '../../testing/fakes.ts'
import { importRoutes } from './import.routes.ts'
import { openTableThread } from './table.adapter.ts'

const NOTHING_LEFT = { left_out: [], tables: [] }
const DONE: Import = {
  id: 9,
  status: 'done',
  total: 3,
  done: 3,
  created: 0,
  failed: 3,
  items: [],
}
const made: CreateImportRequest[] = []
const asked: GetImportRequest[] = []
const states: (Import | Problem)[] = []
const clients = fakeClients({
  imports: {
    async createImport(request) {
      made.push(request)
      return { ...DONE, status: 'filling' }
    },
    addImportRows: async () => ({}),
    async checkImportRows({ rows, first_index: first }) {
      const checked = rows.map(({ url, slug }, i) => {
        if (url === 'bad') return { index: first + i, error: failed(first + i).error }
        return { index: first + i, ...(slug && { address: `1 ${slug.toLowerCase()}`, slug }) }
      })
      return { rows: checked, new_folders: ['New', ' new'], new_tags: rows.map(({ url }) => url) }
    },
    startImport: async () => ({ ...DONE, status: 'queued' }),
    async getImport(request) {
      asked.push(request)
      const state = states.shift() ?? DONE
      if (state instanceof Problem) throw state
      return state
    },
  },
})

const app = fastify({ logger: false, bodyLimit: 30_000_000 })
app.setValidatorCompiler(compileValidator)
renderProblems(app)
app.decorateRequest('caller')
app.decorateRequest('idempotencyKey')
app.decorateRequest('fingerprint')
app.decorateRequest('keyId')
let scopes = ['link:write', 'catalog:write']
app.addHook('preHandler', async (request) => {
  request.caller = { orgId: 7, userId: 70, scopes }
  request.keyId = 5
  request.idempotencyKey = Buffer.from('key')
})
const tables = openTableThread()
app.register(importRoutes(clients, tables))
afterAll(() => tables.close())
beforeEach(() => {
  for (const list of [made, asked, states]) list.length = 0
})

const post = (csv: { url: string }[]) =>
  app.inject({ method: 'POST', url: '/link/import', payload: { domain_id: 1, csv } })
const failed = (index: number) => ({
  index,
  error: { code: 'invalid_url', detail: 'x', field: 'url' },
})

it('is awaited and answered row by row, as many as fit into one response, with the offset of the next', async () => {
  states.push(
    { ...DONE, status: 'running', done: 1 },
    DONE,
    { ...DONE, items: [failed(2), failed(0)], items_left: 1 },
    DONE,
    { ...DONE, items: [failed(1)] },
  )
  const answer = await post([{ url: '1' }, { url: '2' }, { url: '3' }])

  expect(answer.statusCode).toBe(200)
  expect(answer.headers.location).toBe('/api/link/import/9')
  expect(answer.json()).toMatchObject({ total: 3, failed: 3, items: [0, 2].map(failed), next: 2 })
  const rest = await app.inject('/link/import/9?offset=2')
  expect(rest.json()).toMatchObject({ done: 3, items: [failed(1)], next: null })
  expect(
    asked.map(({ items_offset: itemsOffset, items_limit: itemsLimit }) => [
      itemsOffset,
      itemsLimit,
    ]),
  ).toEqual([
    [undefined, 0],
    [undefined, 0],
    [0, 1_000],
    [undefined, 0],
    [2, 1_000],
  ])
})

it('is awaited while link cannot report its state', async () => {
  states.push(unavailable('away'), { ...DONE, status: 'running' }, unavailable('away'), DONE)
  const answer = await post([{ url: '1' }])

  expect(answer.statusCode).toBe(200)
  expect(asked.length).toBeGreaterThan(4)
})

it('is answered with its job if link cannot report its result', async () => {
  states.push(DONE, unavailable('away'))
  const answer = await post([{ url: '1' }])

  expect([answer.statusCode, answer.json()]).toEqual([
    202,
    { job_id: '9', status: 'done', ...NOTHING_LEFT },
  ])
})

it('passes on its idempotency key, so that a repeat continues the same import', async () => {
  await post([{ url: '1' }])
  expect(made[0]?.idempotency_key).toEqual(Buffer.from('key'))
})

it('above 1,000 rows is accepted and continues in the background', async () => {
  const answer = await post(Array.from({ length: 1_001 }, () => ({ url: '1' })))

  expect(asked).toEqual([])
  expect([answer.statusCode, answer.headers.location]).toEqual([202, '/api/link/import/9'])
  expect(answer.json()).toEqual({ job_id: '9', status: 'queued', ...NOTHING_LEFT })
})

it('with dry_run is checked, also for slugs that several rows ask for, and creates nothing', async () => {
  const rows = Array.from({ length: 2_500 }, (_, i) => ({ url: 'good', slug: `s${i % 2_400}` }))
  const csv = [{ url: 'bad' }, ...rows]
  const payload = { domain_id: 1, csv }
  const answer = await app.inject({ method: 'POST', url: '/link/import?dry_run=true', payload })

  expect([answer.statusCode, answer.headers.location]).toEqual([200, undefined])
  expect(answer.json()).toMatchObject({ total: 2_501, created: 2_400, failed: 101 })
  expect(answer.json().items.slice(0, 2)).toEqual([
    { ...failed(0), link: null },
    {
      index: 2_401,
      link: null,
      error: { code: 'slug_taken', detail: 'slug: is used by an earlier row, too', field: 'slug' },
    },
  ])
  expect(made).toEqual([])
})

it('with dry_run names slugs that differ in case only', async () => {
  const csv = ['abc', 'ABC', 'abc'].map((slug) => ({ url: 'good', slug }))
  const payload = { domain_id: 1, csv }
  const answer = await app.inject({ method: 'POST', url: '/link/import?dry_run=true', payload })

  expect(answer.json().items).toMatchObject([
    { index: 1, error: { code: 'case_clash' } },
    { index: 2, error: { code: 'slug_taken' } },
  ])
})

it('names what is left out, at once and in the report', async () => {
  const send = (query: string) =>
    app.inject({
      method: 'POST',
      url: `/link/import?domain_id=1&${query}`,
      headers: { 'content-type': 'text/csv' },
      payload: 'Page,Note\nhttps://e.com,x\n',
    })
  const columns = encodeURIComponent('{"Page":"url"}')
  const left_out = [{ column: 'Note', values: 1 }]
  states.push(DONE, { ...DONE, left_out: { left_out, tables: [] } })
  expect((await send(`columns=${columns}`)).json()).toMatchObject({ left_out, tables: [] })
  expect(made[0]?.left_out).toEqual({ left_out, tables: [] })
  states.push({ ...DONE, left_out: { left_out, tables: [] } })
  expect((await app.inject('/link/import/9')).json()).toMatchObject({ left_out })

  const refused = await send('')
  expect([refused.statusCode, refused.json().errors[0]]).toMatchObject([
    400,
    { field: 'columns', code: 'unclear_destination' },
  ])
  for (const wrong of ['columns=x', 'columns=[]', 'timezone=x', 'date_order=myd']) {
    expect((await send(`columns=${columns}&${wrong}`)).statusCode).toBe(400)
  }
})

it('with create_labels needs the scope of labels, and a dry run names those that it would create', async () => {
  const import_ = (query: string, csv = [{ url: 'a' }, { url: 'A' }]) =>
    app.inject({
      method: 'POST',
      url: `/link/import?${query}`,
      payload: { domain_id: 1, csv },
    })
  const checked = await import_('dry_run=true&create_labels=true')
  expect(checked.json()).toMatchObject({ new_folders: ['New'], new_tags: ['a'] })
  expect((await import_('dry_run=true')).json()).not.toHaveProperty('new_folders')
  await import_('create_labels=true')
  await import_('')
  expect(made.map(({ target }) => target?.create_labels)).toEqual([true, false])

  scopes = ['link:write']
  const refused = await import_('create_labels=true')
  expect([refused.statusCode, refused.json()]).toMatchObject([
    403,
    { code: 'insufficient_scope', detail: 'The API key lacks the scope catalog:write.' },
  ])
  expect((await import_('')).statusCode).toBe(200)
})
