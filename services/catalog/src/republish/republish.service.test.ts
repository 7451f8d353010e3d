import type { Client } from '@fingerpost/kit/grpc/client'
import { DomainsService } from '@fingerpost/protos/catalog/v1/domain'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, it, vi } from 'vitest'
import { startTestCatalog, type TestCatalog } from '../testing/stack.ts'

const AHEAD = 2 ** 53 - 1
let catalog: TestCatalog
let domains: Client<DomainsService>
beforeAll(async () => {
  catalog = await startTestCatalog()
  domains = catalog.client(DomainsService)
})
afterAll(() => catalog.close())

const mine = () => ({ caller: catalog.mine })

async function create(name: string) {
  const { domain } = await domains.createDomain({ name }, mine())
  if (!domain) throw new Error('no domain')
  const proven = catalog.postgres.db.updateTable('domains').set({ proven_by: 'operator' })
  await proven.where('id', '=', domain.id).execute()
  return domain
}

async function held(name: string) {
  const text = await catalog.redis.get(`domain:${name}`)
  return text === null ? undefined : JSON.parse(text.slice(text.indexOf(' ')))
}

const forge = (name: string, orgId = 99) => {
  const record = { version: AHEAD, id: 777, orgId, name, verified: true }
  return catalog.redis.set(`domain:${name}`, `${AHEAD} ${JSON.stringify(record)}`)
}

it('a change of a domain replaces a record whose version is ahead', async () => {
  const { id, name } = await create('forged.example')
  await forge(name)

  await domains.updateDomain({ id, root_url: 'https://e.com/', clear: [] }, mine())

  expect(await held(name)).toMatchObject({ id, orgId: 1, verified: true })
})

it('a change of a domain replaces its record after the row was reset', async () => {
  const { id, name } = await create('recovered.example')
  const { db } = catalog.postgres
  const [row] = await db.selectFrom('domains').selectAll().where('id', '=', id).execute()
  await domains.updateDomain({ id, root_url: 'https://lost.example/', clear: [] }, mine())
  const lost = await held(name)
  await db.transaction().execute(async (tx) => {
    await sql`set local session_replication_role = replica`.execute(tx)
    await tx
      .updateTable('domains')
      .set({ root_url: null, version: row?.version ?? 0 })
      .where('id', '=', id)
      .execute()
  })

  await domains.updateDomain({ id, root_url: 'https://c.example/', clear: [] }, mine())

  expect(await held(name)).toMatchObject({ id, rootUrl: 'https://c.example/' })
  expect((await held(name)).version).toBeGreaterThan(lost.version)
})

it('a restore publishes every domain again and removes orphaned records', async () => {
  const { id, name } = await create('restored.example')
  await forge(name)
  await forge('of-nobody.example')
  await catalog.redis.del('domain:recovered.example')

  await sql`select after_restore()`.execute(catalog.postgres.db)

  await vi.waitFor(
    async () => {
      const open = catalog.postgres.db.selectFrom('republications').selectAll()
      expect(await open.where('finished_at', 'is', null).execute()).toEqual([])
    },
    { timeout: 20_000 },
  )
  expect(await held(name)).toMatchObject({ id, orgId: 1, verified: true })
  expect(await held('recovered.example')).toMatchObject({ rootUrl: 'https://c.example/' })
  expect(await held('of-nobody.example')).toBeUndefined()
})
