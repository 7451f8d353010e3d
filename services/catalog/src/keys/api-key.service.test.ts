import type { Client } from '@fingerpost/kit/grpc/client'
import { hashToken, isToken } from '@fingerpost/kit/secrets/token'
import { ApiKeysService } from '@fingerpost/protos/catalog/v1/api_key'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { startTestCatalog, type TestCatalog } from '../testing/stack.ts'

let catalog: TestCatalog
let keys: Client<ApiKeysService>

beforeAll(async () => {
  catalog = await startTestCatalog()
  keys = catalog.client(ApiKeysService)
})
afterAll(() => catalog.close())

const caller = () => ({ ...catalog.mine, scopes: ['key:manage', 'link:read', 'link:write'] })
const mine = () => ({ caller: caller() })
const theirs = () => ({ caller: { ...caller(), ...catalog.other, scopes: ['key:manage'] } })
const create = (scopes?: string[]) =>
  keys.createApiKey({ name: 'Shop', scopes: scopes && { names: scopes } }, mine())
const verify = (secret: string) => keys.verifyApiKey({ sha256: hashToken(secret) })

describe('a new key', () => {
  it('authenticates its team immediately, and its secret is not stored', async () => {
    const { api_key: apiKey, secret } = await create(['link:read'])

    expect(isToken('fp', secret)).toBe(true)
    expect(apiKey).toMatchObject({ org_id: 1, user_id: 1, last_four: secret.slice(-4) })
    expect(await verify(secret)).toMatchObject({ id: apiKey?.id, scopes: ['link:read'] })
    const row = await catalog.postgres.db
      .selectFrom('api_keys')
      .selectAll()
      .where('id', '=', apiKey!.id)
      .executeTakeFirstOrThrow()
    expect(JSON.stringify(row)).not.toContain(secret.slice(3, -4))
    expect(await keys.getApiKey({ id: apiKey!.id }, mine())).toEqual(apiKey)
  })

  it('has the scopes of its creator by default', async () => {
    expect((await create()).api_key?.scopes).toEqual(caller().scopes)
  })

  it('never gets more scopes than its creator has', async () => {
    await expect(create(['link:read', 'bio:write'])).rejects.toMatchObject({
      kind: 'forbidden',
      code: 'insufficient_scope',
      errors: [{ field: 'scopes' }],
    })
  })

  it('reports all errors', async () => {
    const request = { name: ' ', scopes: { names: ['link:read', 'root', 'link:fly'] } }

    await expect(keys.createApiKey(request, mine())).rejects.toMatchObject({
      kind: 'invalid',
      errors: [{ field: 'name' }, { field: 'scopes.1' }, { field: 'scopes.2' }],
    })
    await expect(create([])).rejects.toMatchObject({ errors: [{ field: 'scopes' }] })
  })

  it('expires at its expiry time', async () => {
    const past = new Date(Date.now() - 1_000)
    const made = { name: 'Old', expires_at: past }
    await expect(keys.createApiKey(made, mine())).rejects.toMatchObject({
      errors: [{ field: 'expires_at', code: 'too_early' }],
    })
    const { api_key: apiKey, secret } = await keys.createApiKey({ name: 'Old' }, mine())
    await keys.updateApiKey({ id: apiKey!.id, expires_at: past, clear: [] }, mine())

    await expect(verify(secret)).rejects.toMatchObject({ code: 'expired_api_key' })
  })
})

describe('an update', () => {
  it('keeps absent fields and clears those listed', async () => {
    const expiresAt = new Date(Date.now() + 60_000)
    const { api_key: apiKey } = await keys.createApiKey(
      { name: 'Shop', expires_at: expiresAt },
      mine(),
    )
    const { id } = apiKey!
    const narrow = { names: ['link:read', 'link:read'] }

    expect(await keys.updateApiKey({ id, clear: [] }, mine())).toEqual(apiKey)
    expect(await keys.updateApiKey({ id, scopes: narrow, clear: [] }, mine())).toMatchObject({
      scopes: ['link:read'],
      expires_at: expiresAt,
    })
    const open = await keys.updateApiKey({ id, clear: ['expires_at', 'scopes'] }, mine())
    expect(open).toMatchObject({ scopes: caller().scopes, expires_at: undefined, name: 'Shop' })
  })

  it('grants no scope that the caller’s key lacks', async () => {
    const { api_key: apiKey } = await create(['link:read'])
    const set = (names: string[]) =>
      keys.updateApiKey({ id: apiKey!.id, scopes: { names }, clear: [] }, mine())

    expect(await set(['link:write', 'key:manage'])).toMatchObject({
      scopes: ['link:write', 'key:manage'],
    })
    await expect(set(['link:read', 'bio:write'])).rejects.toMatchObject({
      code: 'insufficient_scope',
    })
  })
})

describe('a key with a scope that the caller lacks', () => {
  it.each([
    ['weakened', (id: number) => ({ id, scopes: { names: ['key:manage'] }, clear: [] })],
    ['shortened', (id: number) => ({ id, expires_at: new Date(), clear: [] })],
    ['renamed', (id: number) => ({ id, name: 'Mine', clear: [] })],
  ])('is not %s', async (_, request) => {
    const { api_key: apiKey } = await create(['link:read', 'key:manage'])
    const by = { caller: { ...caller(), scopes: ['key:manage'] } }

    await expect(keys.updateApiKey(request(apiKey!.id), by)).rejects.toMatchObject({
      kind: 'forbidden',
      code: 'insufficient_scope',
    })
    expect(await keys.getApiKey({ id: apiKey!.id }, mine())).toEqual(apiKey)
  })

  it('is not revoked', async () => {
    const { api_key: apiKey, secret } = await create(['link:read', 'key:manage'])
    const by = { caller: { ...caller(), scopes: ['key:manage'] } }

    await expect(keys.revokeApiKey({ id: apiKey!.id }, by)).rejects.toMatchObject({
      kind: 'forbidden',
      code: 'insufficient_scope',
    })
    expect(await verify(secret)).toMatchObject({ id: apiKey!.id })
  })
})

describe('a key that expires', () => {
  const ends = new Date(Date.now() + 3_600_000)
  const by = () => ({ caller: { ...caller(), expiresAt: ends } })
  const tooLate = { kind: 'invalid', errors: [{ field: 'expires_at', code: 'too_late' }] }

  it('creates keys that expire no later than itself', async () => {
    const sooner = new Date(ends.getTime() - 1)
    const make = async (expiresAt?: Date) =>
      (await keys.createApiKey({ name: 'Shop', expires_at: expiresAt }, by())).api_key?.expires_at

    expect([await make(), await make(sooner)]).toEqual([ends, sooner])
    await expect(make(new Date(ends.getTime() + 1))).rejects.toMatchObject(tooLate)
  })

  it('cannot extend any key beyond its own expiry, including itself', async () => {
    const { api_key: apiKey } = await keys.createApiKey({ name: 'Shop' }, by())
    const { id } = apiKey!
    const later = new Date(ends.getTime() + 1)

    for (const change of [{ clear: ['expires_at'] }, { expires_at: later, clear: [] }]) {
      await expect(keys.updateApiKey({ id, ...change }, by())).rejects.toMatchObject(tooLate)
    }
    const endless = (await create()).api_key!
    const same = { id: endless.id, name: 'Same end', clear: ['expires_at'] }
    expect(await keys.updateApiKey(same, by())).toMatchObject({ expires_at: undefined })
  })
})

it('a team has at most a hundred keys, even if many are created concurrently', async () => {
  const many = await Promise.allSettled(
    Array.from({ length: 120 }, () => keys.createApiKey({ name: 'One of many' }, theirs())),
  )
  const refused = many.flatMap((it) => (it.status === 'rejected' ? [it.reason] : []))

  expect(refused).toHaveLength(20)
  expect(refused[0]).toMatchObject({ kind: 'forbidden', code: 'quota_exceeded' })
  const { keys: all, total } = await keys.listApiKeys({ offset: 0, limit: 1 }, theirs())
  expect(total).toBe(100)
  await keys.revokeApiKey({ id: all[0]!.id }, theirs())
  expect(await keys.createApiKey({ name: 'Room for one' }, theirs())).toBeTruthy()
  await catalog.postgres.db
    .deleteFrom('api_keys')
    .where('org_id', '=', catalog.other.orgId)
    .execute()
})

describe('revoking', () => {
  it('invalidates a key permanently, for every caller', async () => {
    const { api_key: apiKey, secret } = await create()
    const { id } = apiKey!
    const before = await keys.listApiKeys({ offset: 0, limit: 100 }, mine())

    await keys.revokeApiKey({ id }, mine())

    await expect(verify(secret)).rejects.toMatchObject({ code: 'invalid_api_key' })
    for (const call of [
      () => keys.getApiKey({ id }, mine()),
      () => keys.updateApiKey({ id, name: 'x', clear: [] }, mine()),
      () => keys.revokeApiKey({ id }, mine()),
    ]) {
      await expect(call()).rejects.toMatchObject({ code: 'not_found' })
    }
    const after = await keys.listApiKeys({ offset: 0, limit: 100 }, mine())
    expect(after.total).toBe(before.total - 1)
    expect(after.keys.map((it) => it.id)).not.toContain(id)
  })
})

it('lists a team’s own keys page by page, oldest first', async () => {
  const { keys: all, total } = await keys.listApiKeys({ offset: 0, limit: 100 }, mine())
  const second = await keys.listApiKeys({ offset: 1, limit: 1 }, mine())

  expect(all).toHaveLength(total)
  expect(all[0]).toMatchObject({ name: 'First key' })
  expect(second).toEqual({ keys: [all[1]], total })
  expect(await keys.listApiKeys({ offset: 0, limit: 100 }, theirs())).toEqual({
    keys: [],
    total: 0,
  })
})

it('does not show or change another team’s key', async () => {
  const { api_key: apiKey, secret } = await create()
  const { id } = apiKey!

  for (const call of [
    () => keys.getApiKey({ id }, theirs()),
    () => keys.updateApiKey({ id, name: 'Mine', clear: [] }, theirs()),
    () => keys.revokeApiKey({ id }, theirs()),
  ]) {
    await expect(call()).rejects.toMatchObject({
      kind: 'not_found',
      message: 'There is no such API key.',
    })
  }
  expect(await verify(secret)).toMatchObject({ id })
})
