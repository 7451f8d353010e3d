import type { SlugRecord } from '@fingerpost/protos/link/v1/slug'
import { SlugsService } from '@fingerpost/protos/link/v1/slug'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import type { LinkRow } from '../model/row.schema.ts'
import { caller, startTestLink, type TestLink } from '../testing/stack.ts'
import { slugCache } from './slug.cache.ts'

let link: TestLink
beforeAll(async () => {
  link = await startTestLink()
})
afterAll(() => link.close())

const by = { caller }
const key = (slug: string) => `slug:1:${slug}`

async function held(slug: string): Promise<SlugRecord | undefined> {
  const text = await link.redis.get(key(slug))
  return text === null ? undefined : JSON.parse(text.slice(text.indexOf(' ') + 1))
}

const update = (id: number, fields: object) =>
  link.links.updateLink({ id, clear: [], ...fields } as never, by)

/** Updates a row without triggers, as a recovery to an earlier state does. */
const rewrite = (id: number, values: Partial<LinkRow>) =>
  link.db.transaction().execute(async (tx) => {
    await sql`set local session_replication_role = replica`.execute(tx)
    await tx
      .updateTable('links')
      .set(values as object)
      .where('id', '=', id)
      .execute()
  })

const relayed = () =>
  vi.waitFor(async () => {
    expect(await link.db.selectFrom('outbox').select('id').execute()).toEqual([])
  })

describe('an address that a link has left', () => {
  it('points to its new link, whenever and with whatever version the move is relayed', async () => {
    const first = await link.create({ slug: 'left' })
    await update(first.id, { slug: 'moved' })
    const second = await link.create({ slug: 'left', url: 'https://second.example/' })
    await update(first.id, { title: 'Changed since' })
    await relayed()

    const note = { org_id: 7, link_id: first.id, left_domain_id: 1, left_slug_key: 'left' }
    await link.db
      .insertInto('outbox')
      .values({ ...note, kind: 'updated' })
      .execute()
    await relayed()

    expect(await held('left')).toMatchObject({ linkId: second.id, free: false })
    expect(await held('moved')).toMatchObject({ linkId: first.id, title: 'Changed since' })
  })

  it('is available again', async () => {
    const first = await link.create({ slug: 'vacated' })
    await update(first.id, { slug: 'vacated-2' })
    await relayed()

    expect(await held('vacated')).toMatchObject({ free: true })
  })

  it('is repaired if a tombstone is in the place of the new link', async () => {
    const made = await link.create({ slug: 'buried' })
    const version = 2 ** 52
    const tombstone = { version, linkId: 0, domainId: 1, free: true }
    await link.redis.set(key('buried'), `${version} ${JSON.stringify(tombstone)}`)

    const slugs = link.client(SlugsService)
    const requests = [{ domain_id: 1, slug_key: 'buried' }]
    const { responses } = await slugs.getSlugRecords({ requests })

    expect(responses).toMatchObject([{ record: { link_id: made.id, free: false } }])
    expect(await held('buried')).toMatchObject({ linkId: made.id, free: false })
  })
})

describe('a change of a link replaces its record', () => {
  it.each([
    ['with the highest possible version', '9007199254740991'],
    ['with a version that exceeds 64 bits', '99999999999999999999'],
    ['without a version', 'x'],
  ])('%s', async (name, version) => {
    const slug = `forged-${name.length}`
    const made = await link.create({ slug })
    const forged = { ...(await held(slug)), version: 2 ** 53 - 1, url: 'https://evil.example/' }
    await link.redis.set(key(slug), `${version} ${JSON.stringify(forged)}`)

    await update(made.id, { url: 'https://mine.example/' })

    expect(await held(slug)).toMatchObject({ linkId: made.id, url: 'https://mine.example/' })
  })

  it('after the row was reset to an earlier state', async () => {
    const made = await link.create({ slug: 'recovered', url: 'https://a.example/' })
    const [row] = await link.db.selectFrom('links').selectAll().where('id', '=', made.id).execute()
    await update(made.id, { url: 'https://b.example/' })
    await relayed()
    const lost = (await held('recovered'))?.version ?? 0
    await rewrite(made.id, { url: row?.url ?? '', version: row?.version ?? 0 })

    await update(made.id, { url: 'https://c.example/' })

    expect(await held('recovered')).toMatchObject({ url: 'https://c.example/' })
    expect((await held('recovered'))?.version).toBeGreaterThan(lost)
  })

  it('even if the clock is behind the version of the row', async () => {
    const made = await link.create({ slug: 'ahead' })
    await rewrite(made.id, { version: 2 ** 52 })

    await update(made.id, { title: 'Later' })

    expect(await held('ahead')).toMatchObject({ title: 'Later', version: 2 ** 52 + 1 })
  })
})

it('an outdated record held by a slow reader never replaces the current one', async () => {
  const { id } = await link.create({ slug: 'slow' })
  const old = await link.db.selectFrom('links').selectAll().where('id', '=', id).execute()
  const slow = slugCache(link.redis, { scheme: 'https', port: 0 }, async (domainId, slugKey) => {
    const found = link.db.selectFrom('links').selectAll().where('slug_key', '=', slugKey)
    return found.where('domain_id', '=', domainId).executeTakeFirst()
  })
  await update(id, { title: 'New' })
  const record = await link.redis.get(key('slow'))

  for (const row of old) await slow.put(row)
  expect(await link.redis.get(key('slow'))).toBe(record)

  await update(id, { slug: 'slow-2' })
  for (const row of old) await slow.put(row)
  expect(await held('slow')).toMatchObject({ free: true })
})

it('outbox rows without a link do not block the outbox', async () => {
  const orphans = Array.from({ length: 401 }, (_, i) => ({
    org_id: 7,
    link_id: 10 ** 9 + i,
    kind: 'updated',
  }))
  await link.db
    .insertInto('outbox')
    .values(orphans as never)
    .execute()

  await link.create({ slug: 'behind' })

  await relayed()
})
