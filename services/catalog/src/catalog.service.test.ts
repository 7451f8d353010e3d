import { join } from 'node:path'
import type { Client } from '@fingerpost/kit/grpc/client'
import { createLog } from '@fingerpost/kit/process/log'
import { createToken, hashToken } from '@fingerpost/kit/secrets/token'
import { migrate } from '@fingerpost/kit/stores/migrate'
import { openPostgres } from '@fingerpost/kit/stores/postgres'
import { createTestDatabase } from '@fingerpost/kit/testing'
import { ApiKeysService } from '@fingerpost/protos/catalog/v1/api_key'
import { DomainsService } from '@fingerpost/protos/catalog/v1/domain'
import { OrganizationsService } from '@fingerpost/protos/catalog/v1/organization'
import { ReferencesService } from '@fingerpost/protos/catalog/v1/reference'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { operator } from './admin/operator.repository.ts'
import type { CatalogSchema } from './catalog.schema.ts'
import { ensureFirstTeam } from './setup/setup.repository.ts'
import { startTestCatalog, type TestCatalog } from './testing/stack.ts'

let catalog: TestCatalog
let postgres: TestCatalog['postgres']
let firstKey: string
let keys: Client<ApiKeysService>
let domains: Client<DomainsService>
let references: Client<ReferencesService>
let organizations: Client<OrganizationsService>
let other: { orgId: number; domainId: number; folderId: number; tagId: number }
const mine = { orgId: 1, userId: 1, scopes: [] }

beforeAll(async () => {
  catalog = await startTestCatalog()
  ;({ postgres, firstKey } = catalog)
  keys = catalog.client(ApiKeysService)
  domains = catalog.client(DomainsService)
  references = catalog.client(ReferencesService)
  organizations = catalog.client(OrganizationsService)
  other = await giveOtherTeam(catalog.other.orgId)
})
afterAll(() => catalog.close())

async function giveOtherTeam(orgId: number) {
  const id = async (table: 'domains' | 'folders' | 'tags', values: object) =>
    (
      await postgres.db
        .insertInto(table)
        .values({ org_id: orgId, ...values } as never)
        .returning('id')
        .executeTakeFirstOrThrow()
    ).id
  return {
    orgId,
    domainId: await id('domains', { name: 'other.example' }),
    folderId: await id('folders', { name: 'Folder', name_key: 'folder', color: '#aabbcc' }),
    tagId: await id('tags', { name: 'Tag', name_key: 'tag' }),
  }
}

describe('the first team', () => {
  it('has a key with every scope and a verified domain', async () => {
    const key = await keys.verifyApiKey({ sha256: hashToken(firstKey) })
    const { domains: found, total } = await domains.listDomains(
      { offset: 0, limit: 10 },
      { caller: mine },
    )

    expect(key).toMatchObject({
      org_id: 1,
      user_id: 1,
      scopes: expect.arrayContaining(['link:write']),
    })
    expect(total).toBe(1)
    expect(found).toMatchObject([{ name: 'localhost', verified: true, org_id: 1, slug_length: 6 }])
  })

  it('is created once by concurrent starts, and a configured key is not added again', async () => {
    const again = Array.from({ length: 5 }, () =>
      ensureFirstTeam(postgres.db, firstKey, 'localhost'),
    )
    const without = await ensureFirstTeam(postgres.db, '', 'localhost')

    expect(await Promise.all(again)).toEqual(Array(5).fill(undefined))
    expect(without).toBeUndefined()
    const teams = await postgres.db.selectFrom('organizations').select('id').execute()
    expect(teams).toHaveLength(2)
  })

  it('has no key until one is configured or created by the admin command', async () => {
    const migrations = join(import.meta.dirname, '../migrations')
    const empty = await createTestDatabase('catalog', migrations)
    const { db, close } = openPostgres<CatalogSchema>(empty.url, createLog('t', 'silent'), 2)
    try {
      expect(await ensureFirstTeam(db, '', 'localhost')).toBe(1)
      expect(await db.selectFrom('api_keys').select('id').execute()).toEqual([])
      expect(await operator(db).createKey('1', 'First')).toMatchObject({
        org_id: '1',
        api_key: expect.stringMatching(/^fp_/),
      })
    } finally {
      await close()
      await empty.drop()
    }
  })
})

describe('a key', () => {
  const store = async (values: object) => {
    const token = createToken('fp')
    await postgres.db
      .insertInto('api_keys')
      .values({
        org_id: 1,
        user_id: 1,
        name: 'test',
        sha256: hashToken(token),
        last_four: token.slice(-4),
        scopes: [],
        ...values,
      })
      .execute()
    return token
  }

  it.each([
    ['unknown', undefined, 'invalid_api_key'],
    ['revoked', { revoked_at: new Date() }, 'invalid_api_key'],
    ['expired', { expires_at: new Date(Date.now() - 1_000) }, 'expired_api_key'],
  ])('that is %s is rejected', async (_, values, code) => {
    const token = values ? await store(values) : createToken('fp')

    await expect(keys.verifyApiKey({ sha256: hashToken(token) })).rejects.toMatchObject({
      kind: 'unauthenticated',
      code,
    })
  })
})

describe('references', () => {
  const all = () => ({
    domain_ids: [1, other.domainId],
    folder_ids: [other.folderId],
    tag_ids: [other.tagId],
    hosts: ['localhost', 'other.example', 'example.com'],
  })

  it('describe the team’s own items and none of another team', async () => {
    const found = await references.describeReferences(all(), { caller: mine })

    expect(found.domains.map(({ name }) => name)).toEqual(['localhost'])
    expect([found.folders, found.tags]).toEqual([[], []])
  })

  it('include the verified hosts of every team, because a loop may go through any of them', async () => {
    const shortHosts = async () =>
      (await references.describeReferences(all(), { caller: mine })).short_hosts.sort()
    expect(await shortHosts()).toEqual(['localhost'])

    const own = postgres.db.updateTable('domains').where('id', '=', other.domainId)
    await own.set({ proven_by: 'operator' }).execute()
    expect(await shortHosts()).toEqual(['localhost', 'other.example'])
  })

  it('have a name and a color', async () => {
    const caller = { ...mine, orgId: other.orgId }
    const found = await references.describeReferences(all(), { caller })

    expect(found.folders).toEqual([{ id: other.folderId, name: 'Folder', color: '#aabbcc' }])
    expect(found.tags).toEqual([{ id: other.tagId, name: 'Tag', color: undefined }])
  })

  it('are not available to a call without a team', async () => {
    await expect(references.describeReferences(all())).rejects.toMatchObject({
      kind: 'unauthenticated',
    })
  })
})

it('resolves a host name for redirect, and caches the record in Redis', async () => {
  const { record } = await domains.getDomainRecord({ name: 'localhost' })

  expect(record).toMatchObject({ name: 'localhost', org_id: 1, verified: true })
  expect(await catalog.redis.get('domain:localhost')).toContain('"name":"localhost"')
  expect(await domains.getDomainRecord({ name: 'nobody.example' })).toEqual({ record: undefined })
})

it('finds a team by its slug, case-insensitive', async () => {
  expect(await organizations.findOrganization({ slug: 'oTHER' })).toMatchObject({ name: 'Other' })
  await expect(organizations.findOrganization({ slug: 'nobody' })).rejects.toMatchObject({
    code: 'not_found',
  })
})

it('finds a team by host only on its verified domains', async () => {
  const find = (host: string) => organizations.findOrganization({ slug: 'other', host })
  const missing = { kind: 'not_found', message: 'There is no such organization.' }
  const own = postgres.db.updateTable('domains').where('id', '=', other.domainId)

  await own.set({ proven_by: 'operator' }).execute()
  expect(await find('other.example')).toMatchObject({ name: 'Other' })
  for (const host of ['localhost', 'nobody.example', '']) {
    await expect(find(host)).rejects.toMatchObject(missing)
  }
  await own.set({ proven_by: null }).execute()
  await expect(find('other.example')).rejects.toMatchObject(missing)
})

describe('an organization', () => {
  const call = () => ({ caller: catalog.other })

  it('keeps absent fields in an update, and clears its logo', async () => {
    const logo = 'https://e.com/logo.png'
    const changed = await organizations.updateOrganization(
      { name: 'New', slug: 'New-Name', logo, clear: [] },
      call(),
    )

    expect(changed).toEqual({ id: other.orgId, name: 'New', slug: 'new-name', logo })
    expect(await organizations.updateOrganization({ clear: ['logo'] }, call())).toEqual({
      ...changed,
      logo: undefined,
    })
    expect(await organizations.findOrganization({ slug: 'NEW-name' })).toMatchObject({
      id: other.orgId,
    })
  })

  it('cannot take another team’s slug, case-insensitive', async () => {
    await expect(
      organizations.updateOrganization({ slug: 'MY-TEAM', clear: [] }, call()),
    ).rejects.toMatchObject({ code: 'slug_taken', errors: [{ field: 'slug', code: 'taken' }] })
  })
})

it('a database of release 0.1 is refused', async () => {
  const folder = join(import.meta.dirname, '../migrations')
  const database = await createTestDatabase('catalog', folder)
  const { db, close } = openPostgres<CatalogSchema>(database.url, createLog('t', 'silent'), 1)
  await sql`delete from migrations where name = '0000_audit'`.execute(db)

  await expect(migrate(database.url, folder)).rejects.toThrow('created by Fingerpost 0.1')
  await close()
  await database.drop()
})
