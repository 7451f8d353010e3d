import { createLog } from '@fingerpost/kit/process/log'
import { openQueue } from '@fingerpost/kit/queue/queue'
import { openRedis } from '@fingerpost/kit/stores/redis'
import { LINK_CHANGE_QUEUE } from '@fingerpost/protos/redis-keys'
import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, expect, it, vi } from 'vitest'
import { caller, startTestLink, stranger, type TestLink } from '../testing/stack.ts'
import { outboxRepository } from './outbox.repository.ts'

const log = createLog('test', 'silent')
const LONGER = { timeout: 30_000 }
let link: TestLink
beforeAll(async () => {
  link = await startTestLink()
})
afterAll(() => link.close())
beforeEach(() => relayed())

const rows = () => link.db.selectFrom('outbox').selectAll().orderBy('id').execute()
const waiting = async () => [...new Set((await rows()).map(({ link_id }) => link_id))]
const relayed = () => vi.waitFor(async () => expect(await rows()).toEqual([]), LONGER)
const make = (slug: string, by = caller) => link.create({ title: 'x', slug }, by)

/** Adds changes of these links, in turn. */
const change = (ids: number[], times: number) => changes(ids, times).execute(link.db)
const changes = (ids: number[], times: number) =>
  sql`insert into outbox (org_id, link_id, kind)
    select org_id, id, 'updated' from generate_series(1, ${times}::int) as time, links
    where id = any(${ids}::bigint[]) order by time, id`

/** Makes publishing a link fail: the key of its record holds no text. */
async function spoil(slug: string) {
  await link.redis.del(`slug:1:${slug}`)
  await link.redis.rpush(`slug:1:${slug}`, 'a list')
}
const mend = (slug: string) => link.redis.del(`slug:1:${slug}`)

/** How often Redis has refused to treat a key as text. */
const failures = async () =>
  Number(/errorstat_WRONGTYPE:count=(\d+)/.exec(await link.redis.info('errorstats'))?.[1] ?? 0)

/** The jobs of the queue, each with the ids of the links that it has. */
async function jobs(): Promise<number[][]> {
  const redis = openRedis(link.redisUrl, 'queue', log)
  const queue = openQueue<unknown>(LINK_CHANGE_QUEUE, redis, log)
  const texts = await queue.texts(await queue.ids(10_000))
  await queue.close()
  redis.disconnect()
  return texts.map((text) =>
    JSON.parse(text).changes.map(({ linkId }: { linkId: string }) => Number(linkId)),
  )
}

it('many changes of large links are published once per batch, and 1 MB of links at once', async () => {
  const ids: number[] = []
  for (let i = 0; i < 8; i++) ids.push((await make(`large-${i}`)).id)
  await sql`update links set expire_url = 'https://e.com/' || repeat('x', 260000)
    where id = any(${ids})`.execute(link.db)
  await relayed()
  const before = (await jobs()).length

  await change(ids, 40)
  await relayed()

  const made = (await jobs()).slice(before)
  for (const job of made) {
    expect(new Set(job).size).toBe(job.length)
    expect(job.length).toBeLessThanOrEqual(4)
  }
  expect(new Set(made.flat())).toEqual(new Set(ids))
  expect(made.length).toBeLessThan(20)
})

it('publishes a change of one team in the next batch, before 4,800 older ones of another', async () => {
  const ids: number[] = []
  for (let i = 0; i < 32; i++) ids.push((await make(`many-${i}`)).id)
  const other = await make('other', stranger)
  await relayed()
  await sql`update links set expire_url = 'https://e.com/' || repeat('x', 120000)
    where id = any(${ids})`.execute(link.db)
  const before = (await jobs()).length

  await link.db.transaction().execute(async (tx) => {
    await changes(ids, 150).execute(tx)
    await changes([other.id], 1).execute(tx)
  })
  await relayed()

  const made = (await jobs()).slice(before)
  expect(made.length).toBeGreaterThan(3)
  expect(made.findIndex((job) => job.includes(other.id))).toBeLessThan(2)
})

it('gives each team a turn, however many changes and however large links the others have', async () => {
  const large = await link.db.transaction().execute(async (tx) => {
    // Locked for this transaction, so that the relay does not take them.
    await sql`insert into outbox (org_id, link_id, kind)
      select org_id, org_id * 1000000 + change, 'updated'
      from generate_series(1, 450) as org_id, generate_series(1, case when org_id = 1 then 5000 else 1 end) as change`.execute(
      tx,
    )
    const outbox = outboxRepository(tx)
    const seen: number[][] = []
    let lastTeam = 0
    do {
      const turn = await outbox.turn(lastTeam, 200, 1_000_000)
      ;({ lastTeam } = turn)
      seen.push(turn.linkIds.map((id) => Math.floor(id / 1_000_000)))
    } while (lastTeam !== 0)
    await tx.deleteFrom('outbox').execute()
    return seen
  })

  expect(large.map((teams) => teams.length)).toEqual([200, 200, 50])
  expect(new Set(large.flat()).size).toBe(450)
})

it('sets a change aside that cannot be published, and publishes the others', async () => {
  const [bad, good] = [await make('bad'), await make('good')]
  await relayed()
  await spoil('bad')

  await change([bad.id], 300)
  await change([bad.id, good.id], 10)
  await vi.waitFor(async () => expect(await waiting()).toEqual([bad.id]), LONGER)
  await vi.waitFor(
    async () => expect((await rows()).every((it) => it.tries > 0 && it.due_at !== null)).toBe(true),
    LONGER,
  )
  const late = await make('late')
  await vi.waitFor(async () => expect(await waiting()).toEqual([bad.id]), LONGER)
  expect((await jobs()).flat()).toContain(late.id)

  await mend('bad')
  await sql`update outbox set due_at = now()`.execute(link.db)
  await relayed()
  expect(await link.redis.get('slug:1:bad')).toContain('e.com')
})

it('sets no change aside while all fail', async () => {
  const slugs = ['first', 'second', 'third']
  const ids: number[] = []
  for (const slug of slugs) ids.push((await make(slug)).id)
  await relayed()
  for (const slug of slugs) await spoil(slug)
  const before = await failures()

  await change(ids, 3)
  await vi.waitFor(async () => expect(await failures()).toBeGreaterThan(before + 12), LONGER)
  expect(await waiting()).toEqual(ids)
  expect((await rows()).every((it) => it.tries === 0 && it.due_at === null)).toBe(true)

  await Promise.all(slugs.map(mend))
  await relayed()
})
