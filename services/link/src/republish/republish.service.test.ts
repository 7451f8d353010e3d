import { createLog } from '@fingerpost/kit/process/log'
import { openWorker } from '@fingerpost/kit/queue/queue'
import { RECORDS_CHANNEL } from '@fingerpost/kit/stores/versioned-cache'
import { type LinkChange, LinkChangeBatch } from '@fingerpost/protos/link/v1/link_change'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, it, vi } from 'vitest'
import { caller, startTestLink, type TestLink } from '../testing/stack.ts'

const changes: LinkChange[] = []
let link: TestLink
let worker: ReturnType<typeof openWorker>
beforeAll(async () => {
  link = await startTestLink()
  const collect = async ({ data }: { data: unknown }) =>
    void changes.push(...LinkChangeBatch.fromJSON(data).changes)
  worker = openWorker('link-changes', link.redisUrl, collect, createLog('test', 'silent'))
})
afterAll(async () => {
  await worker.close()
  await link.close()
})

async function republished(): Promise<{ records: number }> {
  await sql`select republish()`.execute(link.db)
  return vi.waitFor(
    async () => {
      const [last] = await link.db
        .selectFrom('republications')
        .select(['records', 'finished_at'])
        .orderBy('id', 'desc')
        .limit(1)
        .execute()
      expect(last?.finished_at).toBeInstanceOf(Date)
      return last as { records: number }
    },
    { timeout: 20_000 },
  )
}

const held = async (slug: string) => {
  const text = await link.redis.get(`slug:1:${slug}`)
  return text === null ? undefined : JSON.parse(text.slice(text.indexOf(' ') + 1))
}

it('publishes every link with a new version, and removes orphaned records', async () => {
  const made = []
  for (let i = 0; i < 201; i++) made.push(await link.create({ slug: `r${i}`, title: '' }))
  const [first, second, , deleted] = made
  await link.links.deleteLinks({ ids: [deleted?.id ?? 0] }, { caller })
  await vi.waitFor(() => expect(changes).toHaveLength(202))
  changes.length = 0
  const before = await link.db.selectFrom('links').select(['id', 'version']).execute()
  const forged = (slug: string, version: number | string, fields: object) =>
    link.redis.set(
      `slug:1:${slug}`,
      `${version} ${JSON.stringify({ version: 2 ** 53 - 1, orgId: 9, slug, ...fields })}`,
    )
  await forged('r0', 2 ** 53 - 1, { linkId: first?.id, url: 'https://evil.example/' })
  await forged('r1', '99999999999999999999', { linkId: 0, free: true })
  await forged('of-no-link', 2 ** 53 - 1, { linkId: 5, url: 'https://evil.example/' })
  await link.redis.del('slug:1:r2')
  const announced: string[] = []
  const listener = link.redis.duplicate()
  await listener.subscribe(RECORDS_CHANNEL)
  listener.on('message', (_, key: string) => announced.push(key))

  expect(await republished()).toMatchObject({ records: 201 })
  await vi.waitFor(() => expect(announced).toContain('slug:1:r2'))
  listener.disconnect()

  expect(await held('r0')).toMatchObject({ linkId: first?.id, url: 'https://e.com/' })
  expect(await held('r1')).toMatchObject({ linkId: second?.id, free: false })
  expect(await held('r2')).toBeUndefined()
  expect(await held('r3')).toMatchObject({ deleted: true })
  expect(await held('of-no-link')).toBeUndefined()
  const versions = new Map(before.map(({ id, version }) => [id, version]))
  // A page is queued again when its transaction fails.
  await vi.waitFor(() => expect(new Set(changes.map((it) => it.link_id)).size).toBe(201))
  for (const { link_id: linkId, version } of changes) {
    expect(version).toBeGreaterThan(versions.get(linkId) ?? 0)
  }
  expect(changes.find(({ link_id: linkId }) => linkId === deleted?.id)).toMatchObject({
    deleted: true,
  })
})

it('is requested by a restore', async () => {
  await sql`select after_restore()`.execute(link.db)
  const open = () =>
    link.db.selectFrom('republications').select('id').where('finished_at', 'is', null).execute()

  await vi.waitFor(async () => expect(await open()).toEqual([]), { timeout: 20_000 })
  expect(await link.db.selectFrom('republications').select('id').execute()).toHaveLength(2)
})
