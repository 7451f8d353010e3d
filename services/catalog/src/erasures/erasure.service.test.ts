import type { Client } from '@fingerpost/kit/grpc/client'
import { setPace } from '@fingerpost/kit/process/pace'
import { AuditService } from '@fingerpost/protos/audit/v1/audit'
import { DomainsService } from '@fingerpost/protos/catalog/v1/domain'
import { type CreateErasureRequest, ErasuresService } from '@fingerpost/protos/catalog/v1/erasure'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { joinAs } from '../testing/members.ts'
import { startTestCatalog, type TestCatalog } from '../testing/stack.ts'
import { erasureRepository } from './erasure.repository.ts'

let catalog: TestCatalog
let erasures: Client<ErasuresService>
beforeAll(async () => {
  setPace(10) // Calls do not fail because the machine is busy.
  catalog = await startTestCatalog()
  erasures = catalog.client(ErasuresService)
})
afterAll(() => catalog.close())

const mine = () => ({ caller: catalog.mine })
const theirs = () => ({ caller: catalog.other })
const ask = (request: Partial<CreateErasureRequest>, call = mine()) =>
  erasures.createErasure({ link_ids: [], deleted_links: false, ...request }, call)

it('is stored as it was asked, for clicks from before the request', async () => {
  const made = await ask({ link_ids: [9, 7, 9], address: '81.2.69.142/24' })
  expect(made).toMatchObject({
    link_ids: [7, 9],
    address: '81.2.69.0/24',
    progress: { state: 'queued', found: 0, left: 0 },
    created_by: catalog.mine.userId,
  })
  expect(made.until).toEqual(made.created_at)
  expect(await erasures.getErasure({ id: made.id }, mine())).toEqual(made)

  const to = new Date('2026-01-01T00:00:00Z')
  expect(await ask({ to })).toMatchObject({ to, until: to })
  const later = await ask({ to: new Date('2100-01-01T00:00:00Z') })
  expect(later.until).toEqual(later.created_at)
})

it.each([
  ['81.2.69.142', '81.2.69.142/32'],
  ['2001:DB8::1/32', '2001:db8::/32'],
  ['::ffff:81.2.69.142', '81.2.69.142/32'],
  ['0.0.0.0/0', '0.0.0.0/0'],
])('reads the address %s', async (address, read) =>
  expect((await ask({ address })).address).toBe(read),
)

it.each<[Partial<CreateErasureRequest>, string]>([
  [{}, 'body'],
  [{ address: '' }, 'address'],
  [{ address: '1.2.3.4/33' }, 'address'],
  [{ address: '1.2.3.4/8/8' }, 'address'],
  [{ address: "::/0' OR 1" }, 'address'],
  [{ from: new Date(1), to: new Date(1) }, 'to'],
  [{ from: new Date('2100-01-01T00:00:00Z') }, 'from'],
  [{ link_ids: Array.from({ length: 1_001 }, (_, i) => i + 1) }, 'link_ids'],
])('rejects %j', async (request, field) => {
  await expect(ask(request)).rejects.toMatchObject({ kind: 'invalid', errors: [{ field }] })
})

it('does not exist for another team', async () => {
  const { id } = await ask({ link_ids: [1] })
  await expect(erasures.getErasure({ id }, theirs())).rejects.toMatchObject({ kind: 'not_found' })
  expect(await erasures.listErasures({ offset: 0, limit: 10 }, theirs())).toMatchObject({
    total: 0,
  })
})

it('may be of a domain of the team, also after its deletion, and of no other', async () => {
  const domains = catalog.client(DomainsService)
  const { domain } = await domains.createDomain({ name: 'erased.example.com' }, mine())
  const domain_id = domain?.id ?? 0
  const unknown = { kind: 'not_found' }
  await ask({ domain_id })
  await domains.deleteDomain({ id: domain_id }, mine())

  expect(await ask({ domain_id })).toMatchObject({ domain_id })
  await expect(ask({ domain_id }, theirs())).rejects.toMatchObject(unknown)
  await expect(ask({ domain_id: 987_654 })).rejects.toMatchObject(unknown)
})

it.each(['editor', 'viewer'] as const)('is not shown to an %s', async (role) => {
  const { by } = await joinAs(catalog, role)
  const { id } = await ask({ address: '81.2.69.142' })
  const refused = { kind: 'forbidden', code: 'insufficient_scope' }

  await expect(erasures.getErasure({ id }, by)).rejects.toMatchObject(refused)
  await expect(erasures.listErasures({ offset: 0, limit: 1 }, by)).rejects.toMatchObject(refused)
})

it('is checked as if it were requested, without being stored', async () => {
  const list = () => erasures.listErasures({ offset: 0, limit: 1 }, mine())
  const check = (request: Partial<CreateErasureRequest>, call = mine()) =>
    erasures.checkErasure({ link_ids: [], deleted_links: false, ...request }, call)
  const { total } = await list()
  const from = new Date('2026-01-01T00:00:00Z')
  const to = new Date('2026-02-01T00:00:00Z')
  expect(await check({ link_ids: [9, 7, 9], address: '81.2.69.142/24', from, to })).toEqual({
    link_ids: [7, 9],
    address: '81.2.69.0/24',
    from,
    until: to,
  })
  await expect(check({})).rejects.toMatchObject({ kind: 'invalid' })
  await expect(check({ domain_id: 987_654 })).rejects.toMatchObject({ kind: 'not_found' })
  expect((await list()).total).toBe(total)
})

it('of deleted links is asked for once', async () => {
  const request = { link_ids: [501, 502], deleted_links: true }
  const made = await ask(request)
  expect(Number(made.until) - Number(made.created_at)).toBe(3_600_000)
  expect((await ask({ link_ids: [502], deleted_links: true })).id).toBe(made.id)
  expect((await ask({ ...request, link_ids: [502, 503] })).id).not.toBe(made.id)
})

it('is listed for the click worker until it is done, and its end is in the audit log', async () => {
  const made = await ask({ link_ids: [77], address: '192.0.2.1' })
  const scan = async (done: boolean) => {
    const found = await erasures.scanErasures({ after_id: made.id - 1, limit: 10, done }, {})
    return found.erasures.map(({ id }) => id)
  }
  const report = (state: string, left: number, failure?: string) =>
    erasures.reportErasures(
      { reports: [{ id: made.id, progress: { state, found: 5, left, failure } }] },
      {},
    )
  await report('erasing', 3, 'no space')
  expect(await erasures.getErasure({ id: made.id }, mine())).toMatchObject({
    progress: { state: 'erasing', found: 5, left: 3, failure: 'no space' },
  })
  expect(await scan(false)).toEqual([made.id])
  await report('done', 0)
  await report('done', 0)
  expect([await scan(false), await scan(true)]).toEqual([[], [made.id]])
  const done = await erasures.getErasure({ id: made.id }, mine())
  expect(done).toMatchObject({ progress: { state: 'done', left: 0 }, done_at: expect.any(Date) })

  const filter = { limit: 10, object_kind: 'erasure', object_id: made.id }
  const { entries } = await catalog.client(AuditService).listEntries(filter, mine())
  expect(entries.map(({ operation, after }) => [operation, JSON.parse(after ?? '')])).toEqual([
    ['updated', { done_at: expect.any(String) }],
    ['created', { link_ids: [77], address: 'set' }],
  ])
})

describe('a team', () => {
  const finish = () =>
    catalog.postgres.db
      .updateTable('erasures')
      .set({ state: 'done' })
      .where('org_id', '=', catalog.other.orgId)
      .execute()
  const asks = (count: number) =>
    Promise.allSettled(
      Array.from({ length: count }, (_, i) => ask({ link_ids: [i + 1] }, theirs())),
    )
  const made = (results: PromiseSettledResult<unknown>[]) =>
    results.filter(({ status }) => status === 'fulfilled')
  const refused = (detail: string) => ({
    kind: 'exhausted',
    code: 'rate_limited',
    message: expect.stringContaining(detail),
  })

  it('holds one connection while its requests wait for each other', async () => {
    const [locked, held] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()]
    const { db } = catalog.postgres
    const holding = db.transaction().execute(async (tx) => {
      await erasureRepository(tx).lock(catalog.other.orgId)
      locked.resolve()
      await held.promise
    })
    const waiting = async () => {
      const { rows } = await sql<{ count: number }>`
        select count(*) from pg_locks where locktype = 'advisory' and not granted
          and database = (select oid from pg_database where datname = current_database())`.execute(
        db,
      )
      return Number(rows[0]?.count)
    }
    await locked.promise
    const all = asks(9)
    await expect.poll(waiting).toBeGreaterThan(0)

    expect(await ask({ link_ids: [601] })).toMatchObject({ link_ids: [601] })
    expect(await waiting()).toBe(1)
    held.resolve()
    await holding
    expect(made(await all)).toHaveLength(9)
    await finish()
  })

  it('has at most 20 unfinished erasures, and none of the others waits for them', async () => {
    const results = await asks(30)
    expect(made(results)).toHaveLength(20)
    const problem = refused('20 unfinished erasures')
    expect(results.find(({ status }) => status === 'rejected')).toMatchObject({ reason: problem })
    await expect(erasures.allowErasures({}, theirs())).rejects.toMatchObject(problem)

    expect(await ask({ link_ids: [600] })).toMatchObject({ link_ids: [600] })
    await finish()
    expect(made(await asks(1))).toHaveLength(1)
  })

  it('requests at most 100 erasures an hour', async () => {
    for (let i = 0; i < 5; i++) {
      await finish()
      await asks(20)
    }
    await finish()

    await expect(ask({ link_ids: [1] }, theirs())).rejects.toMatchObject(
      refused('100 erasures an hour'),
    )
    await catalog.postgres.db
      .updateTable('erasures')
      .set({ created_at: new Date(Date.now() - 3_601_000) })
      .where('org_id', '=', catalog.other.orgId)
      .execute()
    expect(made(await asks(1))).toHaveLength(1)
  })
})

describe('the operator', () => {
  const address = '198.51.100.7'
  const request = (org_ids: number[], more: object = {}) =>
    erasures.eraseInTeams({ org_ids, address, ...more }, {})
  const teams = async (asked: ReturnType<typeof request>) =>
    (await asked).erasures.map(({ org_id }) => org_id)

  it('requests an erasure in each team once, until it is done', async () => {
    const [a, b] = [catalog.mine.orgId, catalog.other.orgId].toSorted((x, y) => x - y) as [
      number,
      number,
    ]
    expect(await request([])).toMatchObject({
      criteria: { address: '198.51.100.7/32' },
      erasures: [],
    })
    expect(await teams(request([a, 987_654]))).toEqual([a])
    expect(await teams(request([b, a]))).toEqual([a, b])
    const from = new Date('2026-01-01T00:00:00Z')
    expect(await teams(request([b], { from }))).toEqual([b])

    const { erasures: open } = await request([])
    expect(open).toMatchObject([{ created_by: 0 }, { created_by: 0 }])
    const progress = { state: 'done', found: 0, left: 0 }
    await erasures.reportErasures({ reports: open.map(({ id }) => ({ id, progress })) }, {})
    expect(await teams(request([]))).toEqual([])
    expect(await teams(request([a]))).toEqual([a])

    const filter = { limit: 1, object_kind: 'erasure' }
    const { entries } = await catalog.client(AuditService).listEntries(filter, mine())
    expect(entries).toMatchObject([{ actor_kind: 'operator', operation: 'created' }])
  })

  it('must name an address', async () => {
    await expect(request([1], { address: 'x' })).rejects.toMatchObject({ kind: 'invalid' })
  })
})
