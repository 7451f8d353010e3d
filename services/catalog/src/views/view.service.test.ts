import type { Client } from '@fingerpost/kit/grpc/client'
import { AuditService } from '@fingerpost/protos/audit/v1/audit'
import { ViewsService } from '@fingerpost/protos/catalog/v1/view'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { startTestCatalog, type TestCatalog } from '../testing/stack.ts'

const LIMIT = 20

let catalog: TestCatalog
let views: Client<ViewsService>
beforeAll(async () => {
  catalog = await startTestCatalog({ QUOTA_VIEWS: LIMIT })
  views = catalog.client(ViewsService)
})
afterAll(() => catalog.close())

const mine = () => ({ caller: catalog.mine })
const theirs = () => ({ caller: catalog.other })
const create = (name: string, fields: { page?: string; query?: string } = {}) =>
  views.create({ name, page: 'links', query: 'status=active', ...fields }, mine())

it('is stored with its user, and read as it was created', async () => {
  const made = await create(' Active ')

  expect(made).toMatchObject({
    ...{ name: 'Active', page: 'links', query: 'status=active' },
    created_by: catalog.mine.userId,
    created_at: expect.any(Date),
  })
  expect(await views.get({ id: made.id }, mine())).toEqual(made)
})

it('has a name that is unique on its page, also after a change', async () => {
  const { id } = await create('Été')
  const other = await create('Été', { page: 'analytics' })

  const refused = { kind: 'conflict', code: 'name_taken', errors: [{ field: 'name' }] }
  await expect(create('ÉTÉ')).rejects.toMatchObject(refused)
  await expect(views.update({ id: other.id, page: 'links' }, mine())).rejects.toMatchObject(refused)
  expect(await views.update({ id, name: 'ÉTÉ', query: '' }, mine())).toMatchObject({
    ...{ name: 'ÉTÉ', page: 'links', query: '' },
  })
})

it('is listed by page', async () => {
  const own = theirs()
  for (const [name, page] of [
    ['b', 'links'],
    ['A', 'links'],
    ['c', 'analytics'],
  ] as const) {
    await views.create({ name, page, query: '' }, own)
  }
  const list = async (page?: string) => {
    const all = { offset: 0, limit: 10, sort: 'name', order: 'asc' }
    const found = await views.list({ ...all, page }, own)
    return [found.views.map(({ name }) => name).join(''), found.total]
  }

  expect(await list()).toEqual(['Abc', 3])
  expect(await list('links')).toEqual(['Ab', 2])
  expect(await list('domains')).toEqual(['', 0])
})

it('does not exist for another team', async () => {
  const { id } = await create('Mine')

  for (const call of [
    () => views.get({ id }, theirs()),
    () => views.update({ id, name: 'Theirs' }, theirs()),
    () => views.delete({ id }, theirs()),
  ]) {
    await expect(call()).rejects.toMatchObject({ kind: 'not_found' })
  }
  expect(await views.get({ id }, mine())).toMatchObject({ name: 'Mine' })
})

it('is deleted once, and each change is in the audit log', async () => {
  const { id } = await create('Logged', { query: 'a=1' })
  await views.update({ id, query: 'a=2' }, mine())
  await views.delete({ id }, mine())

  await expect(views.delete({ id }, mine())).rejects.toMatchObject({ kind: 'not_found' })
  const filter = { limit: 10, object_kind: 'view', object_id: id }
  const { entries } = await catalog.client(AuditService).listEntries(filter, mine())
  expect(
    entries.map(({ operation, before = '{}', after = '{}' }) => [
      operation,
      JSON.parse(before),
      JSON.parse(after),
    ]),
  ).toEqual([
    ['deleted', { name: 'Logged', page: 'links', query: 'a=2' }, {}],
    ['updated', { query: 'a=1' }, { query: 'a=2' }],
    ['created', {}, { name: 'Logged', page: 'links', query: 'a=1' }],
  ])
})

it('a team has no more views than its quota, even if many are created concurrently', async () => {
  const many = await Promise.allSettled(
    Array.from({ length: 2 * LIMIT }, (_, i) => create(`Quota ${i}`)),
  )
  const refused = many.flatMap((it) => (it.status === 'rejected' ? [it.reason] : []))

  const all = { offset: 0, limit: 1, sort: 'name', order: 'asc' }
  expect((await views.list(all, mine())).total).toBe(LIMIT)
  const message = `A team cannot have more than ${LIMIT} saved views.`
  for (const it of refused) expect(it).toMatchObject({ code: 'quota_exceeded', message })
})
