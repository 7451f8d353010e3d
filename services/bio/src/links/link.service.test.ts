import { openPostgres } from '@fingerpost/kit/stores/postgres'
import {
  type BioLink,
  type CreateBioLinkRequest,
  Platform,
  type UpdateBioLinkRequest,
} from '@fingerpost/protos/bio/v1/bio_link'
import { afterAll, describe, expect, it } from 'vitest'
import type { BioSchema } from '../bio.schema.ts'
import { callers, log, startStand } from '../testing/stand.ts'
import { type Caller, startTeams } from '../testing/teams.ts'
import { createChanges } from './change.queue.ts'

const { lifecycle, newTeam, stand } = await startTeams()
afterAll(() => lifecycle.close())

const create = (fields: Partial<CreateBioLinkRequest>, caller: Caller) =>
  stand.links.createBioLink(
    { url: 'https://github.com/octocat', platform: Platform.PLATFORM_UNSPECIFIED, ...fields },
    { caller },
  )
const update = (id: number, fields: Partial<UpdateBioLinkRequest>, caller: Caller) =>
  stand.links.updateBioLink({ id, clear: [], ...fields }, { caller })
const list = async (caller: Caller, offset = 0, limit = 100) =>
  stand.links.listBioLinks({ offset, limit }, { caller })
const order = (places: { id: number; index: number }[], caller: Caller) =>
  stand.links.orderBioLinks({ places }, { caller })
const ids = (links: BioLink[]) => links.map(({ id }) => id)

describe('a link', () => {
  it('is returned by create as it is read afterwards', async () => {
    const caller = newTeam()
    const made = await create(
      { url: '@octocat', platform: Platform.PLATFORM_GITHUB, title: 'Code' },
      caller,
    )

    expect(made).toMatchObject({
      platform: Platform.PLATFORM_GITHUB,
      url: 'https://github.com/octocat',
      username: 'octocat',
      title: 'Code',
      order: 0,
      enabled: true,
    })
    expect(await stand.links.getBioLink({ id: made.id }, { caller })).toEqual(made)
    expect((await list(caller)).links).toEqual([made])
  })

  it('is on the page in its order unless it is disabled', async () => {
    const caller = newTeam()
    const [first, second] = [await create({}, caller), await create({}, caller)]
    const shown = async () => (await stand.pages.getBioPage({}, { caller })).links

    expect(ids(await shown())).toEqual([first.id, second.id])
    await update(first.id, { enabled: false }, caller)
    expect(ids(await shown())).toEqual([second.id])
  })

  it('to a website keeps its type, and can become a link to a platform and back', async () => {
    const caller = newTeam()
    const website = Platform.PLATFORM_WEBSITE
    const made = await create({ url: 'https://shop.example/', platform: website }, caller)
    const moved = await update(made.id, { url: 'https://other.example/' }, caller)
    const platform = await update(made.id, { url: 'https://youtu.be/x', clear: ['type'] }, caller)
    const back = await update(made.id, { platform: website }, caller)

    expect([made, moved, platform, back].map((it) => it.platform)).toEqual([
      website,
      website,
      Platform.PLATFORM_YOUTUBE,
      website,
    ])
    expect((await list(caller)).links).toEqual([back])
    expect((await order([{ id: made.id, index: 0 }], caller)).links).toEqual([back])
    expect((await stand.pages.getBioPage({}, { caller })).links).toEqual([back])
  })

  it('changes the fields in an update, and gets a new updated_at', async () => {
    const caller = newTeam()
    const made = await create({ title: 'Code' }, caller)
    const changed = await update(made.id, { url: 'https://youtu.be/x', clear: ['title'] }, caller)

    expect(changed).toMatchObject({ platform: Platform.PLATFORM_YOUTUBE, title: undefined })
    expect(changed.updated_at!.getTime()).toBeGreaterThan(made.updated_at!.getTime())
    expect(changed.created_at).toEqual(made.created_at)
  })

  it('of another team does not exist, for any method', async () => {
    const { id } = await create({}, callers.theirs)
    const caller = callers.ours
    const tries = [
      () => stand.links.getBioLink({ id }, { caller }),
      () => update(id, { title: 'Mine' }, caller),
      () => stand.links.deleteBioLink({ id }, { caller }),
      () => stand.links.getBioLink({ id: 10 ** 9 }, { caller }),
    ]

    for (const it of tries) {
      await expect(it()).rejects.toMatchObject({
        kind: 'not_found',
        message: 'There is no such bio link.',
      })
    }
    await expect(order([{ id, index: 0 }], caller)).rejects.toMatchObject({
      kind: 'invalid',
      errors: [{ field: 'items.0.id', code: 'not_found' }],
    })
    expect((await list(caller)).total).toBe(0)
    expect((await list(callers.theirs)).links).toMatchObject([{ title: undefined }])
  })

  it('is one of at most a hundred, even when many are created concurrently', async () => {
    const caller = newTeam()
    const tries = await Promise.allSettled(Array.from({ length: 110 }, () => create({}, caller)))
    const { links, total } = await list(caller)

    expect(tries.filter(({ status }) => status === 'fulfilled')).toHaveLength(100)
    for (const it of tries) {
      if (it.status === 'rejected') {
        expect(it.reason).toMatchObject({ kind: 'invalid', errors: [{ code: 'too_many' }] })
      }
    }
    expect(total).toBe(100)
    expect(links.map(({ order }) => order)).toEqual(Array.from({ length: 100 }, (_, i) => i))
    expect((await list(caller, 90, 25)).links).toEqual(links.slice(90))
  })
})

it('is created without waiting for another team that changes its links continuously', async () => {
  const [busy, calm] = [newTeam(), newTeam()]
  const database = openPostgres<BioSchema>(stand.config.DATABASE_URL, log, 1)
  lifecycle.own('database', database, (it) => it.close())
  const lines = createChanges(database)
  const made = await lines({ caller: () => busy, requestId: 'one' }, async () => {
    const tries = Array.from({ length: 30 }, () => create({}, busy))
    expect((await list(calm)).total).toBe(0)
    expect((await create({}, calm)).order).toBe(0)
    return { tries }
  })

  await Promise.all(made.tries)
  expect((await list(busy)).total).toBe(30)
})

describe('the order', () => {
  const three = async (caller: Caller) =>
    ids(await Promise.all([create({}, caller), create({}, caller), create({}, caller)])).toSorted(
      (a, b) => a - b,
    ) as [number, number, number]

  it('puts the given links first and the others after them, and leaves no gap on a delete', async () => {
    const caller = newTeam()
    const [a, b, c] = await three(caller)
    const { links } = await order([{ id: c, index: 5 }], caller)
    expect(ids(links)).toEqual([c, a, b])

    await stand.links.deleteBioLink({ id: a }, { caller })
    expect((await list(caller)).links).toMatchObject([
      { id: c, order: 0 },
      { id: b, order: 1 },
    ])
    expect(await create({}, caller)).toMatchObject({ order: 2 })
  })

  it('changes completely or not at all', async () => {
    const caller = newTeam()
    const [a, b, c] = await three(caller)
    const wrong = order(
      [
        { id: b, index: 0 },
        { id: 10 ** 9, index: 1 },
        { id: b, index: 2 },
      ],
      caller,
    )

    await expect(wrong).rejects.toMatchObject({
      errors: [{ field: 'items.1.id' }, { field: 'items.2.id' }],
    })
    expect(ids((await list(caller)).links)).toEqual([a, b, c])
  })

  it('stays 0, 1, 2, … while two replicas reorder, add and delete concurrently', async () => {
    const caller = newTeam()
    const [a, b, c] = await three(caller)
    const { config } = stand
    const copy = await startStand(lifecycle, {
      databaseUrl: config.DATABASE_URL,
      catalog: config.CATALOG_ADDRESS,
    })
    const work = [stand.links, copy.links].flatMap((links) =>
      Array.from({ length: 12 }, async (_, i) => {
        const places = [a, b, c].map((id, nth) => ({ id, index: (nth + i) % 3 }))
        await links.orderBioLinks({ places }, { caller })
        const made = await links.createBioLink(
          { url: 'https://github.com/a', platform: Platform.PLATFORM_UNSPECIFIED },
          { caller },
        )
        if (i % 2) await links.deleteBioLink({ id: made.id }, { caller })
      }),
    )
    await Promise.all(work)

    const { links, total } = await list(caller)
    expect(total).toBe(3 + 12)
    expect(links.map((it) => it.order)).toEqual(links.map((_, i) => i))
  })
})
