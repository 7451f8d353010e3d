import type { CallOptions, Client } from '@fingerpost/kit/grpc/client'
import { ApiKeysService } from '@fingerpost/protos/catalog/v1/api_key'
import { InvitationsService } from '@fingerpost/protos/catalog/v1/invitation'
import { MembersService } from '@fingerpost/protos/catalog/v1/member'
import { ROLE_SCOPES, ROLES } from '@fingerpost/protos/people'
import { SCOPES } from '@fingerpost/protos/words'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { memberOperator } from '../admin/member-operator.repository.ts'
import { untilWaiting } from '../testing/locks.ts'
import { joinAs, type TestMember } from '../testing/members.ts'
import { startTestCatalog, type TestCatalog } from '../testing/stack.ts'

let catalog: TestCatalog
let keys: Client<ApiKeysService>
/** The callers, and the creators of keys; `team` is the user of the team, which is no person. */
let people: Record<'owner' | 'admin' | 'editor', TestMember>
type Creator = 'team' | keyof typeof people

beforeAll(async () => {
  catalog = await startTestCatalog()
  keys = catalog.client(ApiKeysService)
  people = {
    owner: await joinAs(catalog, 'owner'),
    admin: await joinAs(catalog, 'admin'),
    editor: await joinAs(catalog, 'editor'),
  }
})
afterAll(() => catalog.close())

/** Only `link:read`, so that no answer below depends on the scopes of the key. */
const create = async (by: CallOptions): Promise<number> => {
  const made = await keys.createApiKey({ name: 'Shop', scopes: { names: ['link:read'] } }, by)
  return made.api_key?.id ?? 0
}
const keyOf = (creator: Creator) =>
  create(
    creator === 'team'
      ? { caller: { ...catalog.mine, scopes: ['link:read'] } }
      : people[creator].by,
  )

const soon = () => new Date(Date.now() + 3_600_000)
const CHANGES = {
  rotate: (id, by) => keys.rotateApiKey({ id }, by),
  update: (id, by) => keys.updateApiKey({ id, expires_at: soon(), clear: [] }, by),
  revoke: (id, by) => keys.revokeApiKey({ id }, by),
} satisfies Record<string, (id: number, by: TestMember['by']) => Promise<unknown>>

const DENIED = {
  owner: 'owner_required',
  person: 'key_of_another_person',
  role: 'insufficient_scope',
}
const ROWS: [
  caller: keyof typeof people,
  creator: Creator,
  refused: Partial<Record<keyof typeof CHANGES, string>>,
][] = [
  ['owner', 'team', {}],
  ['owner', 'owner', {}],
  ['owner', 'admin', { rotate: DENIED.person }],
  ['owner', 'editor', { rotate: DENIED.person }],
  ['admin', 'team', { rotate: DENIED.owner, update: DENIED.owner, revoke: DENIED.owner }],
  ['admin', 'owner', { rotate: DENIED.owner, update: DENIED.owner, revoke: DENIED.owner }],
  ['admin', 'admin', {}],
  ['admin', 'editor', { rotate: DENIED.person }],
  ['editor', 'team', { rotate: DENIED.owner, update: DENIED.owner, revoke: DENIED.owner }],
  ['editor', 'owner', { rotate: DENIED.owner, update: DENIED.owner, revoke: DENIED.owner }],
  ['editor', 'admin', { rotate: DENIED.person }],
  ['editor', 'editor', {}],
]

describe.each(ROWS)('%s, with a key of the %s', (caller, creator, refused) => {
  it.each(Object.keys(CHANGES) as (keyof typeof CHANGES)[])(
    'may %s it only with its power',
    async (change) => {
      const call = CHANGES[change](await keyOf(creator), people[caller].by)
      const code = refused[change]

      if (code) await expect(call).rejects.toMatchObject({ kind: 'forbidden', code })
      else await expect(call).resolves.toBeDefined()
    },
  )
})

it('a disabled owner keeps the keys of an owner', async () => {
  const owner = await joinAs(catalog, 'owner')
  const id = await create(owner.by)
  await memberOperator(catalog.postgres.db).disableUser(owner.email, true)

  const call = keys.rotateApiKey({ id }, people.admin.by)
  await expect(call).rejects.toMatchObject({ kind: 'forbidden', code: DENIED.owner })
})

it.each<[keyof typeof people, keyof typeof people, string | undefined]>([
  ['owner', 'owner', undefined],
  ['owner', 'admin', undefined],
  ['owner', 'editor', undefined],
  ['admin', 'owner', DENIED.owner],
  ['admin', 'admin', undefined],
  ['admin', 'editor', undefined],
  ['editor', 'owner', DENIED.role],
  ['editor', 'admin', DENIED.role],
  ['editor', 'editor', DENIED.role],
])('%s is handed the keys of another %s only with their power', async (caller, creator, code) => {
  const removed = await joinAs(catalog, creator)
  await create(removed.by)
  const request = { user_id: removed.id, hand_over_keys: true, keep: [] }
  const call = catalog.client(MembersService).removeMember(request, people[caller].by)

  if (code) await expect(call).rejects.toMatchObject({ kind: 'forbidden', code })
  else await expect(call).resolves.toBeDefined()
})

it('keys of the team cannot be handed over', async () => {
  const request = { user_id: catalog.mine.userId, hand_over_keys: true, keep: [] }
  const call = catalog.client(MembersService).removeMember(request, people.owner.by)
  await expect(call).rejects.toMatchObject({ kind: 'not_found' })
})

describe.each(ROLES)('the role %s', (role) => {
  const own = ROLE_SCOPES[role]
  const all = ['member:write', ...own]
  /** An API key of the team with these scopes. */
  const keyWith = async (scopes: string[]) => {
    const caller = { ...catalog.mine, scopes: [...SCOPES] }
    const { api_key } = await keys.createApiKey(
      { name: 'Invites', scopes: { names: scopes } },
      { caller },
    )
    const id = api_key?.id ?? 0
    return { id, by: { caller: { ...caller, scopes, actor: { kind: 'key', id } as const } } }
  }
  const invitations = () => catalog.client(InvitationsService)
  const members = () => catalog.client(MembersService)

  it.each([
    ['member:write only', ['member:write']],
    ['all but one of them', all.filter((it) => it !== own[0])],
  ])('cannot be given by an API key with %s', async (_, scopes) => {
    const { by } = await keyWith(scopes)
    const refused = { kind: 'forbidden', code: 'insufficient_scope' }
    await expect(invitations().createInvitation({ role }, by)).rejects.toMatchObject(refused)
    const change = { user_id: people.editor.id, role }
    await expect(members().changeRole(change, by)).rejects.toMatchObject(refused)
  })

  it('can be given by an API key with all its scopes, as long as it has them', async () => {
    const { id, by } = await keyWith(all)
    const member = await joinAs(catalog, 'viewer')
    expect(await members().changeRole({ user_id: member.id, role }, by)).toMatchObject({ role })
    const { token } = await invitations().createInvitation({ role }, by)
    await invitations().previewInvitation({ token })

    const narrowed = { id, scopes: { names: ['member:write'] }, clear: [] }
    await keys.updateApiKey(narrowed, { caller: { ...catalog.mine, scopes: [...SCOPES] } })
    await expect(invitations().previewInvitation({ token })).rejects.toMatchObject({
      code: 'invalid_invitation',
    })
  })
})

it('a key is revoked with those it made, although Postgres aborted the change because of a deadlock', async () => {
  const maker = await create({ caller: { ...catalog.mine, scopes: ['link:read'] } })
  const actor = { kind: 'key', id: maker } as const
  const made = await create({ caller: { ...catalog.mine, scopes: ['link:read'], actor } })
  const { revoking } = await catalog.postgres.db.transaction().execute(async (tx) => {
    // Postgres aborts the change, because this transaction has the longer timeout.
    await sql`set local deadlock_timeout = '30s'`.execute(tx)
    await sql`select from api_keys where id = ${made} for update`.execute(tx)
    const revoking = keys.revokeApiKey({ id: maker }, people.owner.by)
    await untilWaiting(catalog, 1)
    await sql`select from api_keys where id = ${maker} for update`.execute(tx)
    return { revoking }
  })

  expect(await revoking).toMatchObject({ also_revoked: [made] })
})
