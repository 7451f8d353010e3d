import type { Client } from '@fingerpost/kit/grpc/client'
import { createLog } from '@fingerpost/kit/process/log'
import { hashToken, isToken } from '@fingerpost/kit/secrets/token'
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

describe('a rotated key', () => {
  const rotate = (id: number, overlap_hours?: number, by = mine()) =>
    keys.rotateApiKey({ id, overlap_hours }, by)
  const end = () =>
    catalog.postgres.db
      .updateTable('replaced_secrets')
      .set({ valid_until: new Date(Date.now() - 1) })
      .execute()

  it('is the same key with a new secret; the previous ones end with the overlap', async () => {
    const { api_key: made, secret: first } = await create()
    const { secret: second } = await rotate(made!.id)
    const { api_key: rotated, secret: third } = await rotate(made!.id, 1)

    expect(rotated).toMatchObject({ id: made!.id, last_four: third.slice(-4), name: 'Shop' })
    const until = rotated!.previous_key_until!
    expect(until.getTime()).toBeGreaterThan(Date.now() + 23 * 3_600_000)
    for (const secret of [first, second]) {
      const verified = await verify(secret)
      expect(verified.id).toBe(made!.id)
      expect(verified.expires_at!.getTime()).toBeLessThanOrEqual(until.getTime())
    }
    expect((await verify(third)).expires_at).toBeUndefined()
    await end()
    for (const secret of [first, second]) {
      await expect(verify(secret)).rejects.toMatchObject({ code: 'invalid_api_key' })
    }
    expect(await verify(third)).toMatchObject({ id: made!.id })
    expect((await keys.getApiKey({ id: made!.id }, mine())).previous_key_until).toBeUndefined()
  })

  it('without an overlap has one secret, and none after it is revoked', async () => {
    const { api_key: made, secret: first } = await create()
    const { secret: second } = await rotate(made!.id, 24)
    const { secret: third } = await rotate(made!.id, 0)
    for (const secret of [first, second]) {
      await expect(verify(secret)).rejects.toMatchObject({ code: 'invalid_api_key' })
    }
    const { secret: fourth } = await rotate(made!.id, 24)
    await keys.revokeApiKey({ id: made!.id }, mine())
    for (const secret of [third, fourth]) {
      await expect(verify(secret)).rejects.toMatchObject({ code: 'invalid_api_key' })
    }
  })

  it('keeps its expiry, which also ends the previous secret', async () => {
    const { api_key: made, secret } = await create()
    const soon = new Date(Date.now() + 60_000)
    const change = { id: made!.id, expires_at: soon, clear: [] }
    await keys.updateApiKey(change, mine())
    const { api_key: rotated } = await rotate(made!.id)

    expect(rotated!.expires_at).toEqual(soon)
    expect((await verify(secret)).expires_at).toEqual(soon)
  })

  it('is not reached by another team, by a weaker key, or by one that expires earlier', async () => {
    const { api_key: made } = await create()
    const weaker = { caller: { ...caller(), scopes: ['key:manage'] } }
    const shorter = { caller: { ...caller(), expiresAt: new Date(Date.now() + 60_000) } }

    await expect(rotate(made!.id, 1, theirs())).rejects.toMatchObject({ kind: 'not_found' })
    await expect(rotate(made!.id, 1, weaker)).rejects.toMatchObject({ kind: 'forbidden' })
    await expect(rotate(made!.id, 1, shorter)).rejects.toMatchObject({ kind: 'invalid' })
    await expect(rotate(made!.id, 169)).rejects.toMatchObject({
      errors: [{ field: 'overlap_hours' }],
    })
  })

  it('of a person is rotated only by this person', async () => {
    const { id: person } = await catalog.postgres.db
      .insertInto('users')
      .values({ email: 'rotor@example.com', email_key: 'rotor@example.com', name: 'Rotor' })
      .returning('id')
      .executeTakeFirstOrThrow()
    const theirs = { caller: { ...caller(), userId: person } }
    const { api_key: made } = await keys.createApiKey({ name: 'Rotor' }, theirs)

    await expect(rotate(made!.id)).rejects.toMatchObject({ code: 'key_of_another_person' })
    expect((await rotate(made!.id, 0, theirs)).api_key).toMatchObject({ user_id: person })
  })

  it('rotated many times at once has one current secret', async () => {
    const { api_key: made } = await create()
    const rotated = await Promise.all(Array.from({ length: 8 }, () => rotate(made!.id, 1)))
    const current = await Promise.all(
      rotated.map(async ({ secret }) => (await verify(secret)).expires_at === undefined),
    )

    expect(current.filter(Boolean)).toHaveLength(1)
  })
})

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
