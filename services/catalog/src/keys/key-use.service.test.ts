import type { Client } from '@fingerpost/kit/grpc/client'
import { createLog } from '@fingerpost/kit/process/log'
import { ApiKeysService } from '@fingerpost/protos/catalog/v1/api_key'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { startTestCatalog, type TestCatalog } from '../testing/stack.ts'
import { startKeyUses } from './key-use.worker.ts'

let catalog: TestCatalog
let keys: Client<ApiKeysService>

beforeAll(async () => {
  catalog = await startTestCatalog()
  keys = catalog.client(ApiKeysService)
})
afterAll(() => catalog.close())

const caller = () => ({ ...catalog.mine, scopes: ['key:manage', 'link:read', 'link:write'] })
const mine = () => ({ caller: caller() })

const create = (scopes?: string[]) =>
  keys.createApiKey({ name: 'Shop', scopes: scopes && { names: scopes } }, mine())

describe('the last use of a key', () => {
  it('is recorded, also of many keys by several processes at once', async () => {
    const made = await Promise.all(Array.from({ length: 5 }, () => create()))
    expect(made[0]!.api_key!.last_used_at).toBeUndefined()
    const log = createLog('catalog', 'silent')
    const processes = [startKeyUses(catalog.postgres, log), startKeyUses(catalog.postgres, log)]
    for (const [i, process] of processes.entries()) {
      const ids = made.map(({ api_key: key }) => key!.id)
      for (const id of i === 0 ? ids : ids.toReversed()) process.note(id)
      process.note(10 ** 9) // a key that no longer exists
    }
    await Promise.all(processes.map((it) => it.close()))

    const { keys: listed } = await keys.listApiKeys({ offset: 0, limit: 100 }, mine())
    for (const { api_key: key } of made) {
      expect(listed.find(({ id }) => id === key!.id)?.last_used_at).toBeInstanceOf(Date)
    }
  })

  it('is recorded after a write that failed', async () => {
    const { api_key: key } = await create()
    const { db } = catalog.postgres
    const uses = startKeyUses(catalog.postgres, createLog('catalog', 'silent'))
    await sql`alter table key_uses rename to key_uses_away`.execute(db)
    try {
      uses.note(key!.id)
      await uses.write().catch(() => {})
    } finally {
      await sql`alter table key_uses_away rename to key_uses`.execute(db)
    }
    await uses.close()

    expect((await keys.getApiKey({ id: key!.id }, mine())).last_used_at).toBeInstanceOf(Date)
  })
})
