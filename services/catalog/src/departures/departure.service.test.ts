import { ApiKeysService } from '@fingerpost/protos/catalog/v1/api_key'
import { MembersService } from '@fingerpost/protos/catalog/v1/member'
import type { Role } from '@fingerpost/protos/people'
import type { Task } from '@fingerpost/protos/words'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { memberOperator } from '../admin/member-operator.repository.ts'
import { operator } from '../admin/operator.repository.ts'
import { joinAs, type TestMember } from '../testing/members.ts'
import { startTestCatalog, type TestCatalog } from '../testing/stack.ts'

let catalog: TestCatalog

beforeAll(async () => {
  catalog = await startTestCatalog()
  await joinAs(catalog, 'owner') // without whom no other owner could be demoted
})
afterAll(() => catalog.close())

const members = () => catalog.client(MembersService)
const keys = () => catalog.client(ApiKeysService)
const mine = () => ({ caller: catalog.mine })
const member = (role: Role) => joinAs(catalog, role)
const change = (user_id: number, role: Role) => members().changeRole({ user_id, role }, mine())

describe('webhooks and imports of a member', () => {
  const tasksSent = (user_id: number) =>
    vi.waitFor(
      () => {
        const found = catalog.link.handovers.filter((it) => it.user_id === user_id)
        expect(found).not.toEqual([])
        return found[0]
      },
      { timeout: 15_000 },
    )

  it('are stopped with the membership, or kept for the one who removes it, also if link is away', async () => {
    const [stopped, staying] = [await member('admin'), await member('admin')]
    catalog.link.away = true
    const removed = { user_id: stopped.id, hand_over_keys: false, keep: [] }
    await members().removeMember(removed, mine())
    const keep = ['webhooks', 'imports']
    await members().removeMember({ ...removed, user_id: staying.id, keep }, mine())
    catalog.link.away = false

    const { orgId, userId } = catalog.mine
    const shared = { org_id: orgId, to_user_id: userId }
    expect(await tasksSent(stopped.id)).toMatchObject({ ...shared, keep: [] })
    expect(await tasksSent(staying.id)).toMatchObject({ ...shared, keep })
  })

  it.each<[from: Role, to: Role, keep: Task[]]>([
    ['owner', 'editor', ['imports']],
    ['admin', 'viewer', []],
    ['editor', 'viewer', ['webhooks']],
  ])('are stopped if a new role could not create them: %s to %s', async (from, to, keep) => {
    const { id } = await member(from)
    await change(id, to)
    expect(await tasksSent(id)).toMatchObject({ to_user_id: id, keep })
  })

  it('go on with a new role that could create them', async () => {
    const [raised, lowered, limited] = [
      await member('viewer'),
      await member('owner'),
      await member('editor'),
    ]
    await change(raised.id, 'admin')
    await change(lowered.id, 'admin')
    await members().changeRole(
      { user_id: limited.id, role: 'editor', own_links_only: true },
      mine(),
    )
    await change(limited.id, 'viewer')

    await tasksSent(limited.id)
    const ids = catalog.link.handovers.map((it) => it.user_id)
    expect(ids).not.toContain(raised.id)
    expect(ids).not.toContain(lowered.id)
  })

  it.each<[string, (id: number, by: TestMember['by']) => Promise<unknown>]>([
    ['is revoked', (id, by) => keys().revokeApiKey({ id }, by)],
    ['is revoked by the operator', (id) => operator(catalog.postgres.db).revokeKey(String(id))],
  ])(
    'are stopped if they are webhooks of a key that %s, or of a key that it made',
    async (_, revoke) => {
      const { id, by } = await member('admin')
      const maker = (await keys().createApiKey({ name: 'Maker' }, by)).api_key?.id ?? 0
      const actor = { kind: 'key', id: maker } as const
      const made = await keys().createApiKey({ name: 'Made' }, { caller: { ...by.caller, actor } })
      await revoke(maker, by)

      const handover = await tasksSent(id)
      expect(new Set(handover?.key_ids)).toEqual(new Set([maker, made.api_key?.id]))
      expect(handover).toMatchObject({ to_user_id: id, keep: ['imports'] })
    },
  )

  it('are stopped when the operator changes the role', async () => {
    const { id, email } = await member('admin')
    await memberOperator(catalog.postgres.db).changeRole(email, '1', 'viewer')
    expect(await tasksSent(id)).toMatchObject({ to_user_id: id, keep: [] })
  })

  it('are stopped when the person leaves or the operator removes them', async () => {
    const [leaver, removed] = [await member('editor'), await member('editor')]
    const leave = { user_id: leaver.id, hand_over_keys: false, keep: [] as string[] }
    await expect(
      members().removeMember({ ...leave, keep: ['webhooks'] }, leaver.by),
    ).rejects.toMatchObject({ kind: 'invalid' })
    await members().removeMember(leave, leaver.by)
    await memberOperator(catalog.postgres.db).remove(removed.email, '1')

    for (const { id } of [leaver, removed]) {
      expect(await tasksSent(id)).toMatchObject({ to_user_id: catalog.mine.userId, keep: [] })
    }
  })
})
