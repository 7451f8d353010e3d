import type { Actor } from '@fingerpost/kit/audit/actor'
import { type AuditFilter, removeAudit, startAuditTidying } from '@fingerpost/kit/audit/log'
import { createLog } from '@fingerpost/kit/process/log'
import { AuditService } from '@fingerpost/protos/audit/v1/audit'
import { ApiKeysService } from '@fingerpost/protos/catalog/v1/api_key'
import { DomainsService } from '@fingerpost/protos/catalog/v1/domain'
import { FoldersService } from '@fingerpost/protos/catalog/v1/label'
import { OrganizationsService } from '@fingerpost/protos/catalog/v1/organization'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, it, vi } from 'vitest'
import { operator } from '../admin/operator.repository.ts'
import { domainOperator } from '../admin/operator-domain.repository.ts'
import { startTestCatalog, type TestCatalog } from '../testing/stack.ts'

const ANNA: Actor = { kind: 'key', id: 901, name: 'Anna', address: '203.0.113.7' }

let catalog: TestCatalog
beforeAll(async () => {
  catalog = await startTestCatalog()
})
afterAll(() => catalog.close())

const scopes = ['link:read', 'key:manage']
const by = (requestId: string) => ({ caller: { ...catalog.mine, scopes, actor: ANNA }, requestId })
async function read(filter: Partial<AuditFilter>, caller = catalog.mine) {
  const audit = catalog.client(AuditService)
  const { entries } = await audit.listEntries({ limit: 1_000, ...filter }, { caller })
  return entries.map(({ before, after, ...entry }) => ({
    ...entry,
    before: before === undefined ? undefined : JSON.parse(before),
    after: after === undefined ? undefined : JSON.parse(after),
  }))
}

it('logs a folder that is created, renamed and deleted, with key, address and request', async () => {
  const folders = catalog.client(FoldersService)
  const { id } = await folders.create({ name: 'Sales', color: '#aabbcc' }, by('one'))
  await folders.update({ id, name: 'Shop', clear: ['color'] }, by('two'))
  await folders.update({ id, name: 'Shop', clear: [] }, by('nothing new'))
  await folders.delete({ id }, by('three'))

  const shared = { actor_kind: 'key', actor_id: 901, actor_name: 'Anna', address: '203.0.113.7' }
  expect(await read({ object_kind: 'folder', object_id: id })).toMatchObject([
    { ...shared, request_id: 'three', operation: 'deleted', before: { name: 'Shop' } },
    {
      ...shared,
      request_id: 'two',
      operation: 'updated',
      before: { name: 'Sales', color: '#aabbcc' },
      after: { name: 'Shop', color: null },
    },
    { ...shared, request_id: 'one', operation: 'created', after: { name: 'Sales' } },
  ])
})

it('logs exports of the team with their query', async () => {
  const organizations = catalog.client(OrganizationsService)
  await organizations.recordExport({ data: 'links', query: 'format=csv' }, by('export'))
  await organizations.recordExport({ data: 'team', query: '' }, by('whole team'))

  const of = { operation: 'exported', object_kind: 'organization', object_id: catalog.mine.orgId }
  const found = await read({ operation: 'exported' })
  expect(found).toMatchObject([
    { ...of, request_id: 'whole team', actor_id: 901, after: { data: 'team' } },
    { ...of, request_id: 'export', after: { data: 'links', query: 'format=csv' } },
  ])
  expect(found[0]?.after).not.toHaveProperty('query')
  expect(await read({ operation: 'exported' }, catalog.other)).toEqual([])
})

it('logs keys without their hashes', async () => {
  const keys = catalog.client(ApiKeysService)
  // By a person, because the key of the actor does not exist.
  const person = { ...by('one').caller, actor: { kind: 'user', id: 1 } as const }
  const { api_key: made } = await keys.createApiKey({ name: 'Program' }, { caller: person })
  const id = made?.id ?? 0
  await keys.updateApiKey({ id, scopes: { names: ['link:read'] }, clear: [] }, by('two'))
  await keys.revokeApiKey({ id }, by('three'))

  const entries = await read({ object_kind: 'key', object_id: id })
  expect(entries).toMatchObject([
    { operation: 'deleted', request_id: 'three', object_name: 'Program' },
    { operation: 'updated', before: { scopes }, after: { scopes: ['link:read'] } },
    { operation: 'created', after: { name: 'Program', scopes } },
  ])
  expect(JSON.stringify(entries)).not.toContain('sha256')
})

it('logs domains and the organization', async () => {
  const domains = catalog.client(DomainsService)
  const { domain } = await domains.createDomain({ name: 'audit.example.org' } as never, by('one'))
  const id = domain?.id ?? 0
  await domains.updateDomain({ id, slug_length: 9, clear: [] } as never, by('two'))
  await domains.deleteDomain({ id }, by('three'))
  await catalog
    .client(OrganizationsService)
    .updateOrganization({ name: 'Renamed', clear: [] }, by('four'))

  const entries = await read({ actor_id: 901 })
  expect(entries.slice(0, 4)).toMatchObject([
    { object_kind: 'organization', request_id: 'four', after: { name: 'Renamed' } },
    { object_kind: 'domain', operation: 'deleted', object_name: 'audit.example.org' },
    { object_kind: 'domain', operation: 'updated', after: { slug_length: 9 } },
    { object_kind: 'domain', operation: 'created', after: { name: 'audit.example.org' } },
  ])
  expect(JSON.stringify(entries)).not.toContain('verify_token')
})

it('has one entry for a deleted domain, also if it was verified', async () => {
  const { db } = catalog.postgres
  const { id } = await domainOperator(db).add('1', 'deleted.example.org', true)
  await catalog.client(DomainsService).deleteDomain({ id }, by('delete verified'))

  const entries = await read({ object_kind: 'domain', object_id: id })
  expect(entries.map((it) => it.operation)).toEqual(['deleted', 'updated', 'created'])
  expect(entries[0]).toMatchObject({ before: { verified: true } })
})

it('names the operator for commands', async () => {
  const { db } = catalog.postgres
  const org = await operator(db).createTeam('Audited')
  await operator(db).renameTeam(org.org_id, 'Audited twice')
  const key = await operator(db).createKey(org.org_id, 'Made')
  await operator(db).revokeKey(String(key.id))
  const domain = await domainOperator(db).add(org.org_id, 'audited.example.org', true)
  await domainOperator(db).verify(String(domain.id))
  await domainOperator(db).remove(String(domain.id), async () => false)

  const team = { orgId: Number(org.org_id), userId: Number(org.user_id), scopes: [] as string[] }
  const entries = await read({}, team)
  expect(new Set(entries.map((it) => it.actor_kind))).toEqual(new Set(['operator']))
  expect(new Set(entries.map((it) => `${it.object_kind} ${it.operation}`))).toEqual(
    new Set([
      'organization created',
      'organization updated',
      'key created',
      'key deleted',
      'domain created',
      'domain updated',
      'domain deleted',
    ]),
  )

  expect(await removeAudit(db, team.orgId)).toBe(false)
  expect(await read({}, team)).toEqual([])
  expect((await read({ actor_id: 901 })).length).toBeGreaterThan(0)
})

it('shows a team nothing of another team', async () => {
  expect((await read({}, catalog.other)).filter((it) => it.actor_id === 901)).toEqual([])
})

it('is kept for as long as the operator says', async () => {
  const { db } = catalog.postgres
  const folders = catalog.client(FoldersService)
  const [old, young] = [
    await folders.create({ name: 'Old' }, by('old')),
    await folders.create({ name: 'Young' }, by('young')),
  ]
  const made = (id: number) => read({ object_kind: 'folder', object_id: id })
  await sql`update audit_log set at = now() - interval '401 days'
    where object_kind = 'folder' and object_id = ${old.id}`.execute(db)

  const tidying = startAuditTidying(catalog.postgres, 400, createLog('test', 'silent'))
  try {
    await vi.waitFor(async () => expect(await made(old.id)).toEqual([]), 10_000)
  } finally {
    await tidying.close()
  }
  expect(await made(young.id)).toHaveLength(1)
})
