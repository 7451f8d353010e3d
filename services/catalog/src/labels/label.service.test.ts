import type { Client } from '@fingerpost/kit/grpc/client'
import { AuditService } from '@fingerpost/protos/audit/v1/audit'
import { DomainsService } from '@fingerpost/protos/catalog/v1/domain'
import { FoldersService, TagsService } from '@fingerpost/protos/catalog/v1/label'
import { ReferencesService } from '@fingerpost/protos/catalog/v1/reference'
import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest'
import { startTestCatalog, type TestCatalog } from '../testing/stack.ts'

let catalog: TestCatalog
let folders: Client<FoldersService>
let tags: Client<TagsService>

beforeAll(async () => {
  catalog = await startTestCatalog({ QUOTA_TAGS: 30, QUOTA_DOMAINS: 4 })
  folders = catalog.client(FoldersService)
  tags = catalog.client(TagsService)
})
afterAll(() => catalog.close())
beforeEach(() => {
  Object.assign(catalog.link, { away: false, chunks: 0, removed: [] })
})

const mine = () => ({ caller: catalog.mine })
const theirs = () => ({ caller: catalog.other })
let count = 0
const create = (name = `Label ${++count}`, color?: string) =>
  folders.create({ name, color }, mine())
const outbox = () => catalog.postgres.db.selectFrom('outbox').selectAll().execute()

describe('a folder', () => {
  it('is stored as given, trimmed and with a normalized color', async () => {
    const made = await create('  Sales  ', '#AbC')

    expect(made).toMatchObject({ name: 'Sales', color: '#aabbcc' })
    expect(made.created_at).toBeInstanceOf(Date)
    expect(await folders.get({ id: made.id }, mine())).toEqual(made)
  })

  it.each(['éclair', 'ÉCLAIR', 'e\u0301clair', ' Éclair '])(
    'is unique by name in its team, case-insensitive: %s',
    async (name) => {
      await create('Éclair').catch(() => {})

      await expect(create(name)).rejects.toMatchObject({
        kind: 'conflict',
        code: 'name_taken',
        errors: [{ field: 'name', code: 'taken' }],
      })
    },
  )

  it('is created once for many concurrent requests with the same name', async () => {
    const tries = await Promise.allSettled(Array.from({ length: 20 }, () => create('Race')))

    expect(tries.filter(({ status }) => status === 'fulfilled')).toHaveLength(1)
  })

  it('may have the name of a tag or of another team’s folder', async () => {
    await create('Shared')

    expect(await folders.create({ name: 'Shared' }, theirs())).toMatchObject({ name: 'Shared' })
    expect(await tags.create({ name: 'Shared' }, mine())).toMatchObject({ name: 'Shared' })
  })

  it('keeps absent fields in an update, and clears those listed', async () => {
    const { id, ...made } = await create('Before', '#112233')

    const renamed = await folders.update({ id, name: 'After', clear: [] }, mine())
    expect(renamed).toMatchObject({ name: 'After', color: '#112233', created_at: made.created_at })
    expect(renamed.updated_at?.getTime()).toBeGreaterThan(made.updated_at?.getTime() ?? 0)
    const plain = await folders.update({ id, clear: ['color'] }, mine())
    expect(plain).toMatchObject({ name: 'After', color: undefined })
    // The folder may take its own name in another case.
    expect(await folders.update({ id, name: 'AFTER', clear: [] }, mine())).toMatchObject({
      name: 'AFTER',
    })
  })

  it('cannot be renamed to the name of another folder', async () => {
    await create('Owner')
    const { id } = await create()

    await expect(folders.update({ id, name: 'owner', clear: [] }, mine())).rejects.toMatchObject({
      code: 'name_taken',
    })
  })

  it('does not exist for another team, for any method', async () => {
    const { id } = await create()
    const unknown = await folders.get({ id: 10 ** 9 }, mine()).catch((error: unknown) => error)

    const { message, code } = unknown as { message: string; code: string }
    for (const call of [
      () => folders.get({ id }, theirs()),
      () => folders.update({ id, name: 'Mine now', clear: [] }, theirs()),
      () => folders.delete({ id }, theirs()),
    ]) {
      await expect(call()).rejects.toMatchObject({ kind: 'not_found', message, code })
    }
    expect(await folders.get({ id }, mine())).toMatchObject({ id })
  })
})

describe('a list', () => {
  it('is sorted, searched case-insensitively and paginated', async () => {
    const caller = catalog.other
    for (const name of ['banana', 'Apple', 'Änderung', '100%', 'cherry', 'a_b']) {
      await tags.create({ name }, { caller })
    }
    const names = async (page: object) => {
      const all = { offset: 0, limit: 10, sort: 'name', order: 'asc', ...page }
      const { labels, total } = await tags.list(all, { caller })
      return [labels.map(({ name }) => name), total]
    }

    expect(await names({})).toEqual([['100%', 'a_b', 'Apple', 'banana', 'cherry', 'Änderung'], 6])
    expect(await names({ sort: 'created_at', order: 'desc', limit: 2 })).toEqual([
      ['a_b', 'cherry'],
      6,
    ])
    expect(await names({ offset: 4 })).toEqual([['cherry', 'Änderung'], 6])
    expect(await names({ offset: 100 })).toEqual([[], 6])
    expect(await names({ search: 'ÄNDER' })).toEqual([['Änderung'], 1])
    expect(await names({ search: '%' })).toEqual([['100%'], 1])
    expect(await names({ search: '_' })).toEqual([['a_b'], 1])
  })
})

describe('deleting', () => {
  it('removes the label from its links before the response, and once more later', async () => {
    const { id } = await create()
    catalog.link.chunks = 3

    await folders.delete({ id }, mine())

    // The outbox may still remove labels of other tests.
    const removed = () => catalog.link.removed.filter((it) => it === `folder 1/${id}`)
    expect(removed()).toHaveLength(3)
    await expect(folders.get({ id }, mine())).rejects.toMatchObject({ code: 'not_found' })
    // A link created concurrently may still get the label.
    await vi.waitFor(async () => {
      const [row] = await outbox()
      expect((row?.due_at.getTime() ?? 0) - Date.now()).toBeGreaterThan(20_000)
    }, 5_000)
    await catalog.postgres.db
      .updateTable('outbox')
      .set({ due_at: new Date(), created_at: new Date(Date.now() - 31_000) })
      .execute()
    await vi.waitFor(async () => expect(await outbox()).toEqual([]), 5_000)
    expect(removed().length).toBeGreaterThan(3)
  })

  it('is retried while link is unavailable', async () => {
    const { id } = await tags.create({ name: 'Lost' }, mine())
    catalog.link.away = true

    await tags.delete({ id }, mine())
    await expect(tags.get({ id }, mine())).rejects.toMatchObject({ code: 'not_found' })
    expect(catalog.link.removed).toEqual([])

    catalog.link.away = false
    await vi.waitFor(() => expect(catalog.link.removed).toContain(`tag 1/${id}`), 10_000)
  })

  it('of a deleted label is not found', async () => {
    const { id } = await create()
    await folders.delete({ id }, mine())

    await expect(folders.delete({ id }, mine())).rejects.toMatchObject({ code: 'not_found' })
  })
})

it('a team has no more tags than its quota, even if many are created concurrently', async () => {
  const many = await Promise.allSettled(
    Array.from({ length: 60 }, (_, i) => tags.create({ name: `Quota ${i}` }, theirs())),
  )
  const refused = many.flatMap((it) => (it.status === 'rejected' ? [it.reason] : []))

  const all = await tags.list({ offset: 0, limit: 1, sort: 'name', order: 'asc' }, theirs())
  expect(all.total).toBe(30)
  const message = 'A team cannot have more than 30 tags.'
  for (const it of refused) expect(it).toMatchObject({ code: 'quota_exceeded', message })
})

it('a team has no more domains than its quota, even if many are added concurrently', async () => {
  const domains = catalog.client(DomainsService)
  const many = await Promise.allSettled(
    Array.from({ length: 12 }, (_, i) => domains.createDomain({ name: `q${i}.example` }, theirs())),
  )
  const refused = many.flatMap((it) => (it.status === 'rejected' ? [it.reason] : []))

  expect((await domains.listDomains({ offset: 0, limit: 1 }, theirs())).total).toBe(4)
  for (const it of refused) expect(it).toMatchObject({ code: 'quota_exceeded' })
})

describe('labels made by their names', () => {
  const make = (names: { folders?: string[]; tags?: string[] }, by = mine()) =>
    catalog.client(ReferencesService).makeLabels({ folders: [], tags: [], ...names }, by)
  const named = (found: Awaited<ReturnType<typeof make>>, kind: 'folders' | 'tags') =>
    found.labels?.[kind].map(({ name }) => name)

  it('are found if they exist, and made once however they are written', async () => {
    const { id } = await folders.create({ name: 'Found' }, mine())
    const made = await make({ folders: ['FOUND', ' New ', 'new', '__proto__'], tags: ['Found'] })

    expect(made.labels?.folders).toEqual([
      { name: 'FOUND', id },
      { name: ' New ', id: made.labels?.folders[1]?.id },
      { name: 'new', id: made.labels?.folders[1]?.id },
      { name: '__proto__', id: expect.any(Number) },
    ])
    expect([made.made_folders.length, made.made_tags.length]).toEqual([2, 1])
    const [, newId = 0] = made.labels?.folders.map((it) => it.id) ?? []
    expect(await folders.get({ id: newId }, mine())).toMatchObject({ name: 'New' })
    expect(await make({ folders: ['New'] })).toMatchObject({ made_folders: [], made_tags: [] })
  })

  it('are skipped if their names are invalid', async () => {
    const names = ['', ' ', 'a\u0000b', 'ü'.repeat(65), 'ü'.repeat(64)]
    const made = await make({ folders: names, tags: names })

    expect([named(made, 'folders'), named(made, 'tags')]).toEqual([[names[4]], [names[4]]])
  })

  it('are made once by concurrent calls', async () => {
    const calls = Array.from({ length: 8 }, (_, i) => {
      const names = Array.from({ length: 20 }, (_, n) => `Together ${(n * 7 + i) % 20}`)
      return make({ folders: names })
    })
    const made = await Promise.all(calls)

    expect(made.flatMap((it) => it.made_folders)).toHaveLength(20)
    const ids = made.map(({ labels }) => new Map(labels?.folders.map((it) => [it.name, it.id])))
    expect(ids).toEqual(ids.map(() => ids[0]))
  })

  it('are as many as the quota has room for, the first ones', async () => {
    const { total } = await tags.list({ offset: 0, limit: 1, sort: 'name', order: 'asc' }, mine())
    const names = Array.from({ length: 40 }, (_, n) => `Many ${n}`)
    const made = await make({ tags: names })

    expect(named(made, 'tags')).toEqual(names.slice(0, 30 - total))
  })

  it('are recorded in the audit log as made by the caller', async () => {
    const actor = { kind: 'user', id: 9, name: 'Anna' } as const
    const { made_folders } = await make(
      { folders: ['Recorded'] },
      { caller: { ...catalog.mine, actor } as never },
    )
    const filter = { object_kind: 'folder', object_id: made_folders[0], limit: 9 }
    const { entries } = await catalog.client(AuditService).listEntries(filter, mine())

    expect(entries).toMatchObject([{ operation: 'created', actor_name: 'Anna' }])
  })
})
