import { hashToken } from '@fingerpost/kit/secrets/token'
import { AuditService } from '@fingerpost/protos/audit/v1/audit'
import { ApiKeysService } from '@fingerpost/protos/catalog/v1/api_key'
import { InvitationsService } from '@fingerpost/protos/catalog/v1/invitation'
import { MembersService } from '@fingerpost/protos/catalog/v1/member'
import { ROLE_SCOPES, type Role } from '@fingerpost/protos/people'
import { SCOPES } from '@fingerpost/protos/words'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { memberOperator } from '../admin/member-operator.repository.ts'
import { operator } from '../admin/operator.repository.ts'
import { joinAs } from '../testing/members.ts'
import { startTestCatalog, type TestCatalog } from '../testing/stack.ts'

let catalog: TestCatalog

beforeAll(async () => {
  catalog = await startTestCatalog()
})
afterAll(() => catalog.close())

const invitations = () => catalog.client(InvitationsService)
const members = () => catalog.client(MembersService)
const keys = () => catalog.client(ApiKeysService)
const mine = () => ({ caller: catalog.mine })

let turn = 0
const accept = (token: string, email = `former-${turn++}@example.com`) =>
  invitations().acceptInvitation({
    ...{ token, email, name: 'Jana', password: 'correct horse battery' },
    user_agent: '',
  })

const member = (role: Role) => joinAs(catalog, role)

const change = (user_id: number, role: Role) => members().changeRole({ user_id, role }, mine())
const remove = (user_id: number, hand_over_keys = false, limits: object = {}) =>
  members().removeMember(
    { user_id, hand_over_keys, keep: [] },
    { caller: { ...catalog.mine, scopes: [...SCOPES], ...limits } },
  )

describe('an invitation is invalid once its maker', () => {
  const refused = { kind: 'forbidden', code: 'invalid_invitation' }

  it.each<[string, Role, (made: { id: number; email: string }) => Promise<unknown>]>([
    ['is removed', 'admin', ({ id }) => remove(id)],
    ['may no longer invite', 'admin', ({ id }) => change(id, 'editor')],
    ['may no longer appoint owners', 'owner', ({ id }) => change(id, 'admin')],
    [
      'is disabled',
      'admin',
      ({ email }) => memberOperator(catalog.postgres.db).disableUser(email, true),
    ],
  ])('%s', async (_, role, lose) => {
    await member('owner')
    const maker = await member(role)
    const { token } = await invitations().createInvitation({ role }, maker.by)
    const other = await invitations().createInvitation({ role: 'viewer' }, mine())
    await lose(maker)

    await expect(accept(token)).rejects.toMatchObject(refused)
    expect((await accept(other.token)).person?.memberships).toMatchObject([{ role: 'viewer' }])
  })
})

describe('an invitation that an API key made', () => {
  const made = async () => {
    const admin = await member('admin')
    const { api_key, secret } = await keys().createApiKey({ name: 'Invites' }, admin.by)
    const id = api_key?.id ?? 0
    const by = { caller: { ...admin.by.caller, actor: { kind: 'key', id } as const } }
    const { token } = await invitations().createInvitation({ role: 'viewer' }, by)
    return { admin, id, secret, token }
  }
  it.each<[string, (key: Awaited<ReturnType<typeof made>>) => Promise<unknown>]>([
    ['is revoked', ({ id, admin }) => keys().revokeApiKey({ id }, admin.by)],
    [
      'has expired',
      ({ id, admin }) =>
        keys().updateApiKey({ id, expires_at: new Date(Date.now() - 1), clear: [] }, admin.by),
    ],
    [
      'may no longer invite',
      ({ id, admin }) =>
        keys().updateApiKey({ id, scopes: { names: ['member:read'] }, clear: [] }, admin.by),
    ],
    ['is handed over', ({ admin }) => remove(admin.id, true)],
  ])('is invalid once the key %s', async (_, end) => {
    const key = await made()
    await end(key)

    const refused = { kind: 'forbidden', code: 'invalid_invitation' }
    await expect(accept(key.token)).rejects.toMatchObject(refused)
    await expect(invitations().previewInvitation({ token: key.token })).rejects.toMatchObject(
      refused,
    )
  })

  it('stays valid when the key is rotated', async () => {
    const { id, admin, token } = await made()
    await keys().rotateApiKey({ id, overlap_hours: 0 }, admin.by)
    expect((await accept(token)).person?.memberships).toMatchObject([{ role: 'viewer' }])
  })
})

const verify = (secret: string) => keys().verifyApiKey({ sha256: hashToken(secret) })

describe('an API key that another key made', () => {
  type Maker = Awaited<ReturnType<typeof made>>
  const made = async () => {
    const admin = await member('admin')
    const make = async (by: number | undefined, scopes = ['link:read', 'key:manage']) => {
      const { caller } = admin.by
      const actor = by === undefined ? undefined : ({ kind: 'key', id: by } as const)
      const request = { name: 'Made', scopes: { names: scopes } }
      const { api_key, secret } = await keys().createApiKey(request, {
        caller: { ...caller, ...(actor && { actor }) },
      })
      return { id: api_key?.id ?? 0, made_by: api_key?.made_by, secret }
    }
    const maker = await make(undefined)
    const first = await make(maker.id)
    const second = await make(first.id)
    const other = await make(undefined)
    return { admin, make, maker, first, second, other }
  }

  it.each<[string, (it: Maker) => Promise<unknown>, string]>([
    [
      'is revoked',
      async ({ maker, first, second, admin }) => {
        const { also_revoked } = await keys().revokeApiKey({ id: maker.id }, admin.by)
        expect(also_revoked).toEqual([first.id, second.id])
      },
      'invalid_api_key',
    ],
    [
      'expires',
      ({ maker, admin }) =>
        keys().updateApiKey(
          { id: maker.id, expires_at: new Date(Date.now() - 1), clear: [] },
          admin.by,
        ),
      'expired_api_key',
    ],
    [
      'is revoked by the operator',
      ({ maker }) => operator(catalog.postgres.db).revokeKey(String(maker.id)),
      'invalid_api_key',
    ],
  ])('ends when its maker %s, and so do those that it made', async (_, end, code) => {
    const stand = await made()
    expect([stand.first.made_by, stand.second.made_by]).toEqual([stand.maker.id, stand.first.id])
    await end(stand)

    for (const { secret } of [stand.maker, stand.first, stand.second])
      await expect(verify(secret)).rejects.toMatchObject({ code })
    expect((await verify(stand.other.secret)).scopes).toEqual(['link:read', 'key:manage'])
    await expect(stand.make(stand.first.id)).rejects.toMatchObject({ code })
  })

  it('loses the scopes that its maker loses, and gets none', async () => {
    const { admin, maker, first, second } = await made()
    const set = (names: string[]) =>
      keys().updateApiKey({ id: maker.id, scopes: { names }, clear: [] }, admin.by)
    await set(['link:read'])
    await set(['link:read', 'link:write'])

    for (const { secret } of [first, second])
      expect((await verify(secret)).scopes).toEqual(['link:read'])
  })

  it('stays when its maker is rotated, and when it is handed over', async () => {
    const { admin, maker, first } = await made()
    await keys().rotateApiKey({ id: maker.id, overlap_hours: 0 }, admin.by)
    expect((await verify(first.secret)).id).toBe(first.id)

    const handed = (await remove(admin.id, true)).keys
    await keys().revokeApiKey(
      { id: maker.id },
      { caller: { ...catalog.mine, scopes: [...SCOPES] } },
    )
    const secret = handed.find(({ api_key }) => api_key?.id === first.id)?.secret ?? ''
    expect((await verify(secret)).id).toBe(first.id)
  })
})

describe('an API key that was handed over', () => {
  it('allows what its creator could do last, but not to come back', async () => {
    const [admin, demoted] = [await member('admin'), await member('admin')]
    const made = await keys().createApiKey({ name: 'Of an admin' }, admin.by)
    const late = await keys().createApiKey({ name: 'Of a former admin' }, demoted.by)
    const lone = await keys().createApiKey(
      { name: 'Invites', scopes: { names: ['member:write'] } },
      admin.by,
    )
    await change(demoted.id, 'viewer')
    const [handed, ...none] = (await remove(admin.id, true)).keys
    const [ofViewer] = (await remove(demoted.id, true)).keys

    const { scopes, user_id } = await verify(handed?.secret ?? '')
    const never = ['member:write', 'key:manage', 'team:write', 'click:erase']
    const remaining = ROLE_SCOPES.admin.filter((it) => !never.includes(it))
    expect([user_id, scopes.toSorted()]).toEqual([catalog.mine.userId, remaining.toSorted()])
    expect([handed?.api_key, none]).toMatchObject([{ id: made.api_key?.id, user_id }, []])
    const lateScopes = (await verify(ofViewer?.secret ?? '')).scopes
    expect(lateScopes.toSorted()).toEqual(ROLE_SCOPES.viewer.toSorted())
    for (const { secret } of [made, late, lone]) {
      await expect(verify(secret)).rejects.toMatchObject({ code: 'invalid_api_key' })
    }
  })

  it('is revoked instead if its creator had own links only', async () => {
    const editor = await member('editor')
    const { secret } = await keys().createApiKey({ name: 'Of own links' }, editor.by)
    const limited = { user_id: editor.id, role: 'editor', own_links_only: true }
    await members().changeRole(limited, mine())

    expect((await remove(editor.id, true)).keys).toEqual([])
    await expect(verify(secret)).rejects.toMatchObject({ code: 'invalid_api_key' })
  })

  it('has no more scopes and time than the credential that asks for it', async () => {
    const admin = await member('admin')
    await keys().createApiKey(
      { name: 'Shop', scopes: { names: ['link:read', 'bio:read'] } },
      admin.by,
    )
    const expiresAt = new Date(Date.now() + 60_000)
    const limits = { scopes: ['member:write', 'link:read'], expiresAt }
    const [handed] = (await remove(admin.id, true, limits)).keys

    expect(await verify(handed?.secret ?? '')).toMatchObject({
      scopes: ['link:read'],
      expires_at: expiresAt,
    })
  })

  it('ends with the key that handed it over, which must be valid', async () => {
    const everything = { caller: { ...catalog.mine, scopes: [...SCOPES] } }
    const { api_key } = await keys().createApiKey({ name: 'Removes members' }, everything)
    const id = api_key?.id ?? 0
    const by = { actor: { kind: 'key', id } }
    const [admin, later] = [await member('admin'), await member('admin')]
    for (const { by } of [admin, later]) await keys().createApiKey({ name: 'Shop' }, by)
    const [handed] = (await remove(admin.id, true, by)).keys
    expect(handed?.api_key?.made_by).toBe(id)
    await keys().revokeApiKey({ id }, everything)

    const refused = { code: 'invalid_api_key' }
    await expect(verify(handed?.secret ?? '')).rejects.toMatchObject(refused)
    await expect(remove(later.id, true, by)).rejects.toMatchObject(refused)
  })

  it('ends its earlier secrets, too', async () => {
    const admin = await member('admin')
    const { api_key, secret } = await keys().createApiKey({ name: 'Rotated' }, admin.by)
    const id = api_key?.id ?? 0
    const rotated = await keys().rotateApiKey({ id, overlap_hours: 24 }, admin.by)
    const [handed] = (await remove(admin.id, true)).keys

    for (const former of [secret, rotated.secret]) {
      await expect(verify(former)).rejects.toMatchObject({ code: 'invalid_api_key' })
    }
    expect(await verify(handed?.secret ?? '')).toMatchObject({ id, user_id: catalog.mine.userId })
  })
})

it('the audit log names who revoked the keys of a member', async () => {
  const admin = await member('admin')
  const { api_key } = await keys().createApiKey({ name: 'Key' }, admin.by)
  const actor = { kind: 'key', id: 7 } as const
  const request = { user_id: admin.id, hand_over_keys: false, keep: [] }
  await members().removeMember(request, { caller: { ...catalog.mine, actor } })

  const filter = { object_kind: 'key', object_id: api_key?.id, limit: 1 }
  const { entries } = await catalog.client(AuditService).listEntries(filter, mine())
  expect(entries).toMatchObject([{ operation: 'deleted', actor_kind: 'key', actor_id: 7 }])
})
