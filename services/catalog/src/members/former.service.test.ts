import { hashToken } from '@fingerpost/kit/secrets/token'
import { AuditService } from '@fingerpost/protos/audit/v1/audit'
import { ApiKeysService } from '@fingerpost/protos/catalog/v1/api_key'
import { InvitationsService } from '@fingerpost/protos/catalog/v1/invitation'
import { MembersService } from '@fingerpost/protos/catalog/v1/member'
import { ROLE_SCOPES, type Role } from '@fingerpost/protos/people'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { memberOperator } from '../admin/member-operator.repository.ts'
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
const remove = (user_id: number, hand_over_keys = false) =>
  members().removeMember({ user_id, hand_over_keys }, mine())

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

describe('an API key that was handed over', () => {
  const verify = (secret: string) => keys().verifyApiKey({ sha256: hashToken(secret) })

  it('allows what its creator could do last, but not to come back', async () => {
    const [admin, demoted] = [await member('admin'), await member('admin')]
    const made = await keys().createApiKey({ name: 'Of an admin' }, admin.by)
    const late = await keys().createApiKey({ name: 'Of a former admin' }, demoted.by)
    const lone = await keys().createApiKey(
      { name: 'Invites', scopes: { names: ['member:write'] } },
      admin.by,
    )
    await change(demoted.id, 'viewer')
    await remove(admin.id, true)
    await remove(demoted.id, true)

    const { scopes, user_id } = await verify(made.secret)
    const never = ['member:write', 'key:manage', 'team:write', 'click:erase']
    const kept = ROLE_SCOPES.admin.filter((it) => !never.includes(it))
    expect([user_id, scopes.toSorted()]).toEqual([catalog.mine.userId, kept.toSorted()])
    const lateScopes = (await verify(late.secret)).scopes
    expect(lateScopes.toSorted()).toEqual(ROLE_SCOPES.viewer.toSorted())
    await expect(verify(lone.secret)).rejects.toMatchObject({ code: 'invalid_api_key' })
  })

  it('is revoked if its creator had own links only', async () => {
    const editor = await member('editor')
    const { secret } = await keys().createApiKey({ name: 'Of own links' }, editor.by)
    const limited = { user_id: editor.id, role: 'editor', own_links_only: true }
    await members().changeRole(limited, mine())
    await remove(editor.id, true)

    await expect(verify(secret)).rejects.toMatchObject({ code: 'invalid_api_key' })
  })
})

it('the audit log names who revoked the keys of a member', async () => {
  const admin = await member('admin')
  const { api_key } = await keys().createApiKey({ name: 'Key' }, admin.by)
  const actor = { kind: 'key', id: 7 } as const
  const request = { user_id: admin.id, hand_over_keys: false }
  await members().removeMember(request, { caller: { ...catalog.mine, actor } })

  const filter = { object_kind: 'key', object_id: api_key?.id, limit: 1 }
  const { entries } = await catalog.client(AuditService).listEntries(filter, mine())
  expect(entries).toMatchObject([{ operation: 'deleted', actor_kind: 'key', actor_id: 7 }])
})
