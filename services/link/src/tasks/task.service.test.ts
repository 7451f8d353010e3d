import type { Actor } from '@fingerpost/kit/audit/actor'
import { AuditService } from '@fingerpost/protos/audit/v1/audit'
import { ImportsService } from '@fingerpost/protos/link/v1/import'
import { type HandOverTasksRequest, TasksService } from '@fingerpost/protos/link/v1/task'
import { type UpdateWebhookRequest, WebhooksService } from '@fingerpost/protos/link/v1/webhook'
import type { Task } from '@fingerpost/protos/words'
import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from 'vitest'
import { caller, startTestLink, type TestLink } from '../testing/stack.ts'
import { truncate } from '../testing/truncate.ts'

const HEIR = 71
const actor = { kind: 'user', id: HEIR, user_id: HEIR, name: 'Anna' } as const

let link: TestLink
beforeAll(async () => {
  link = await startTestLink()
})
afterAll(() => link.close())
afterEach(async () => {
  link.catalog.away = false
  await truncate(link.db, 'links', 'imports', 'webhooks', 'outbox')
})

const ask = (fields: Partial<HandOverTasksRequest>, by: Actor = actor) =>
  link.client(TasksService).handOverTasks(
    {
      ...{ org_id: caller.orgId, user_id: caller.userId, to_user_id: HEIR },
      ...{ created_until: new Date(), keep: [], key_ids: [] },
      ...fields,
    },
    { actor: by },
  )
const handOver = (
  keep: Task[] = [],
  created_until = new Date(),
  to_user_id = HEIR,
  key_ids: number[] = [],
) => ask({ keep, created_until, to_user_id, key_ids })
const tasksOf = (user_id: number) => link.client(TasksService).listTasks({ user_id }, { caller })

const webhooks = () => link.client(WebhooksService)
const addWebhook = (userId = caller.userId, keyId?: number) =>
  webhooks().createWebhook(
    { url: 'https://hooks.example.com/', events: ['link.created'], name: 'Shop' },
    { caller: { ...caller, userId, ...(keyId && { actor: { kind: 'key', id: keyId } as const }) } },
  )
const isEnabled = async ({ id }: { id: number }) =>
  (await webhooks().getWebhook({ id }, { caller })).enabled

const imports = () => link.client(ImportsService)
async function addImport(): Promise<number> {
  const target = { domain_id: 1, tags: [] }
  const { id } = await imports().createImport({ target }, { caller })
  const rows = [{ url: 'https://example.com/1' }, { url: 'https://example.com/2' }]
  await imports().addImportRows({ id, first_index: 0, rows }, { caller })
  return id
}
const start = (id: number) => imports().startImport({ id }, { caller })
const ended = (id: number) =>
  vi.waitFor(
    async () => {
      const found = await imports().getImport({ id, items_limit: 10 }, { caller })
      expect(found.status).toBe('done')
      return found
    },
    { timeout: 20_000 },
  )

describe('webhooks of a person who left', () => {
  it('are disabled, and the audit log says by whom', async () => {
    const [theirs, other] = [await addWebhook(), await addWebhook(HEIR)]
    expect((await tasksOf(caller.userId)).webhooks).toEqual([{ id: theirs.id, name: 'Shop' }])
    await handOver()

    expect([await isEnabled(theirs), await isEnabled(other)]).toEqual([false, true])
    expect(await tasksOf(caller.userId)).toEqual({ webhooks: [], imports: [] })
    const filter = { object_kind: 'webhook', object_id: theirs.id, operation: 'updated', limit: 9 }
    const { entries } = await link.client(AuditService).listEntries(filter, { caller })
    expect(entries).toMatchObject([{ actor_kind: 'user', actor_id: HEIR, actor_name: 'Anna' }])
  })

  it('that are kept, or enabled again, are not stopped by a repeated request', async () => {
    const goingOn = await addWebhook()
    await handOver(['webhooks'])
    const stopped = await addWebhook()
    await handOver()
    await webhooks().updateWebhook({ id: stopped.id, enabled: true, clear: [] }, { caller })
    await handOver()

    expect([await isEnabled(goingOn), await isEnabled(stopped)]).toEqual([true, true])
    expect((await tasksOf(HEIR)).webhooks).toHaveLength(2)
  })

  it('are disabled, and stay those of the person if only the role has changed', async () => {
    const theirs = await addWebhook()
    const id = await addImport()
    await handOver(['imports'], new Date(), caller.userId)

    expect(await isEnabled(theirs)).toBe(false)
    expect((await tasksOf(caller.userId)).imports.map((it) => it.id)).toEqual([id])
    await start(id)
    expect(await ended(id)).toMatchObject({ created: 2, failed: 0 })
  })

  it('are not stopped if they were created after the person has come back', async () => {
    const before = new Date(Date.now() - 60_000)
    const created = await addWebhook()
    await handOver([], before)
    expect(await isEnabled(created)).toBe(true)
  })
})

it('webhooks of revoked API keys are disabled, and nothing else of their person', async () => {
  const [first, second, other] = [
    await addWebhook(caller.userId, 5),
    await addWebhook(caller.userId, 6),
    await addWebhook(caller.userId, 7),
  ]
  const [own, anothers] = [await addWebhook(), await addWebhook(HEIR, 5)]
  const id = await addImport()
  await handOver([], new Date(), caller.userId, [5, 6])

  expect([await isEnabled(first), await isEnabled(second)]).toEqual([false, false])
  for (const goingOn of [other, own, anothers]) expect(await isEnabled(goingOn)).toBe(true)
  expect((await tasksOf(caller.userId)).imports.map((it) => it.id)).toEqual([id])
})

it('webhooks that an API key keeps are disabled when it is revoked', async () => {
  const theirs = await addWebhook(caller.userId, 5)
  await ask({ keep: ['webhooks'] }, { kind: 'key', id: 8 })
  expect(await isEnabled(theirs)).toBe(true)

  await ask({ user_id: HEIR, key_ids: [8] })
  expect(await isEnabled(theirs)).toBe(false)
})

it.each<[string, Partial<UpdateWebhookRequest>, boolean]>([
  ['another URL', { url: 'https://other.example.com/' }, false],
  ['another secret', { secret: `whsec_${Buffer.alloc(32, 1).toString('base64')}` }, false],
  ['another name', { url: 'https://hooks.example.com/', name: 'Store' }, true],
])('webhooks with %s stop with the person and the key that set it: %j', async (_, set, stays) => {
  const [byPerson, byKey] = [await addWebhook(), await addWebhook()]
  const by = { ...caller, userId: 80 }
  const byItsKey = { ...by, actor: { kind: 'key', id: 9 } as const }
  await webhooks().updateWebhook({ ...set, id: byPerson.id, clear: [] }, { caller: by })
  await webhooks().updateWebhook({ ...set, id: byKey.id, clear: [] }, { caller: byItsKey })

  await ask({ user_id: 80, key_ids: [9] })
  expect([await isEnabled(byPerson), await isEnabled(byKey)]).toEqual([true, stays])
  await ask({ user_id: 80 })
  expect([await isEnabled(byPerson), await isEnabled(byKey)]).toEqual([stays, stays])
})

describe('imports of a person who left', () => {
  it('create no further links, whether they have started or not', async () => {
    const [filling, started] = [await addImport(), await addImport()]
    // So that the import cannot continue yet.
    link.catalog.away = true
    await start(started)
    const listed = (await tasksOf(caller.userId)).imports
    expect(listed.map(({ id }) => id)).toEqual([filling, started])
    await handOver()
    link.catalog.away = false

    for (const id of [filling, started]) {
      const { created, failed, items } = await ended(id)
      expect([created, failed]).toEqual([0, 2])
      expect(items[0]?.error).toMatchObject({ code: 'member_removed' })
    }
    expect(await link.db.selectFrom('links').select('id').execute()).toEqual([])
  })

  it('that are kept create their links, which are those of the heir', async () => {
    const id = await addImport()
    link.catalog.away = true
    await start(id)
    await handOver(['imports'])
    link.catalog.away = false

    expect(await ended(id)).toMatchObject({ created: 2, failed: 0 })
    const links = await link.db.selectFrom('links').select('user_id').execute()
    expect(links).toEqual([{ user_id: HEIR }, { user_id: HEIR }])
  })
})
