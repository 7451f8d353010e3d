import type { Client } from '@fingerpost/kit/grpc/client'
import { hashToken } from '@fingerpost/kit/secrets/token'
import { ApiKeysService } from '@fingerpost/protos/catalog/v1/api_key'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { joinAs } from '../testing/members.ts'
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
    const { id: person } = await joinAs(catalog, 'admin')
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
