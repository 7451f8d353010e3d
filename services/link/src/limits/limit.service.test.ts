import { createLog } from '@fingerpost/kit/process/log'
import { jobKey, openQueue } from '@fingerpost/kit/queue/queue'
import { openRedis } from '@fingerpost/kit/stores/redis'
import { createBatchWriter } from '@fingerpost/protos/click-batch'
import { ClickLimitsService } from '@fingerpost/protos/link/v1/click_limit'
import { ClickTotalsService } from '@fingerpost/protos/link/v1/click_total'
import { SlugsService } from '@fingerpost/protos/link/v1/slug'
import {
  CLICK_QUEUE,
  CLICK_QUEUES,
  TOUCHED_FIRST,
  TOUCHED_LINKS,
  touchedLink,
} from '@fingerpost/protos/redis-keys'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { caller, startTestLink, type TestLink } from '../testing/stack.ts'

const log = createLog('test', 'silent')
let link: TestLink
let connection: ReturnType<typeof openRedis>
let jobs: ReturnType<typeof openQueue<object>>

beforeAll(async () => {
  link = await startTestLink()
  connection = openRedis(link.redisUrl, 'queue', log)
  jobs = openQueue<object>(CLICK_QUEUE, connection, log)
})
afterAll(async () => {
  await jobs.close()
  connection.disconnect()
  await link.close()
})

const setLimit = (id: number, expiresAfter: number | undefined) =>
  link.links.updateLink(
    {
      id,
      clear: expiresAfter === undefined ? ['expires_after'] : [],
      expires_after: expiresAfter,
    } as never,
    { caller },
  )
const slugs = () => link.client(SlugsService)
const limits = () => link.client(ClickLimitsService)
const totals = () => link.client(ClickTotalsService)
const grant = (linkId: number) =>
  limits().grantClicks({ link_id: linkId, counter_id: 'a', used: 0 })
const count = (linkId: number, clicks: number) =>
  totals().setClickTotals({ totals: [{ link_id: linkId, clicks, clicked_at_ms: Date.now() }] })
const get = async (id: number) => (await link.links.getLinks({ ids: [id] }, { caller })).links[0]

describe('clicks', () => {
  it('are set, so a repeat changes nothing, and never decrease', async () => {
    const { id } = await link.create({ title: '' })
    const total = { link_id: id, clicks: 5, clicked_at_ms: 1_700_000_000_123 }

    await totals().setClickTotals({ totals: [total] })
    await totals().setClickTotals({
      totals: [total, { link_id: 10 ** 9, clicks: 1, clicked_at_ms: 1 }],
    })
    await totals().setClickTotals({ totals: [{ ...total, clicks: 3 }] })

    expect(await get(id)).toMatchObject({ clicks: 5, clicked_at: new Date(1_700_000_000_123) })
  })

  it('follow the recorded total when old clicks are dropped, but no total that was read earlier', async () => {
    const { id } = await link.create({ title: '' })
    const tell = (clicks: number, clickedAtMs: number) =>
      totals().setClickTotals({ totals: [{ link_id: id, clicks, clicked_at_ms: clickedAtMs }] })
    const [old, fresh] = [1_700_000_000_000, 1_760_000_000_000]
    await tell(1_000, old)
    await tell(3, fresh)
    expect(await get(id)).toMatchObject({ clicks: 3, clicked_at: new Date(fresh) })

    await tell(1_001, old)
    await tell(2, fresh)
    expect(await get(id)).toMatchObject({ clicks: 3, clicked_at: new Date(fresh) })
    await tell(4, fresh)
    expect(await get(id)).toMatchObject({ clicks: 4, clicked_at: new Date(fresh) })
  })

  it('of a limited link are taken exactly up to the limit', async () => {
    const { id } = await link.create({ title: '', expires_after: 7 })

    const taken = await Promise.all(
      Array.from({ length: 30 }, () => slugs().takeClick({ link_id: id })),
    )
    expect(taken.filter((it) => it.taken)).toHaveLength(7)
    expect(await slugs().takeClick({ link_id: 10 ** 9 })).toMatchObject({ taken: false })
  })

  it('of a limited link are granted and taken concurrently without exceeding the limit', async () => {
    const { id } = await link.create({ title: '', expires_after: 20 })
    const grants = Array.from({ length: 10 }, () =>
      limits().grantClicks({ link_id: id, counter_id: 'a', used: 0 }),
    )
    const takes = Array.from({ length: 30 }, () => slugs().takeClick({ link_id: id }))

    const granted = (await Promise.all(grants)).map((it) => it.granted)
    const taken = (await Promise.all(takes)).filter((it) => it.taken).length
    expect(new Set(granted).size).toBe(1)
    expect((granted[0] ?? 0) + taken).toBe(20)
    expect(await slugs().takeClick({ link_id: id })).toEqual({ taken: false, pending: true })
    const more = await limits().grantClicks({ link_id: id, counter_id: 'a', used: granted[0] ?? 0 })
    expect(more).toEqual({ granted: granted[0], elsewhere: taken })
    expect(await slugs().takeClick({ link_id: id })).toEqual({ taken: false, pending: false })
  })
})
describe('a limit set on a link without one', () => {
  it.each([CLICK_QUEUE, CLICK_QUEUES.at(-1)!])(
    'grants nothing until the clicks before it are counted, in the queue %s',
    async (name) => {
      const { id } = await link.create()
      const queue = openQueue<object>(name, connection, log)
      await queue.add('before', {})
      await queue.close()
      await setLimit(id, 20)

      await expect(grant(id)).rejects.toMatchObject({ kind: 'unavailable' })
      const member = touchedLink(caller.orgId, id)
      const lease = `${Date.now() + 10_000.5}`
      await link.redis.zadd(TOUCHED_LINKS, lease, member)
      await link.redis.del(jobKey(name, 'before'))
      await expect(grant(id)).rejects.toMatchObject({ kind: 'unavailable' })
      expect(await link.redis.zscore(TOUCHED_LINKS, member)).toBe(lease)
      await link.redis.zadd(TOUCHED_LINKS, Date.now(), member) // touched during the lease
      const score = () => link.redis.zscore(TOUCHED_LINKS, member)
      await vi.waitFor(async () => expect(await score()).toBe(String(TOUCHED_FIRST)))
      await count(id, 12)
      await link.redis.zrem(TOUCHED_LINKS, member)

      await vi.waitFor(async () =>
        expect(await grant(id)).toMatchObject({ granted: 2, elsewhere: 12 }),
      )
    },
  )

  it('waits only for jobs with clicks of the link, such as those of a killed worker', async () => {
    const [visited, other] = [await link.create(), await link.create()]
    const clicks = [{ link_id: 10 ** 9 }, { link_id: visited.id }]
    await jobs.add('held', createBatchWriter()(clicks))
    await setLimit(other.id, 20)
    await setLimit(visited.id, 20)

    const refused = expect(grant(visited.id)).rejects.toMatchObject({ kind: 'unavailable' })
    await vi.waitFor(async () => expect(await grant(other.id)).toMatchObject({ granted: 5 }))
    await refused
    await expect(grant(visited.id)).rejects.toMatchObject({ kind: 'unavailable' })
    await link.redis.del(jobKey(CLICK_QUEUE, 'held'))
    await count(visited.id, 12)
    await vi.waitFor(async () =>
      expect(await grant(visited.id)).toMatchObject({ granted: 2, elsewhere: 12 }),
    )
  })

  it('does not wait for later clicks, nor when an existing limit changes', async () => {
    const { id } = await link.create()
    await setLimit(id, 20)
    await grant(id)
    await jobs.add('later', {})

    await expect(grant(id)).resolves.toMatchObject({ granted: 5 })
    await setLimit(id, 40)
    await expect(grant(id)).resolves.toMatchObject({ elsewhere: 0 })
  })
})

it('a click whose caller has timed out is not taken', async () => {
  const { id } = await link.create({ expires_after: 20 })
  const slugs = link.client(SlugsService)
  await slugs.takeClick({ link_id: id })
  const taken = () =>
    link.db.selectFrom('link_clicks').select('taken').where('link_id', '=', id).executeTakeFirst()

  await link.db.transaction().execute(async (tx) => {
    await sql`select 1 from link_clicks where link_id = ${id} for update`.execute(tx)
    await expect(slugs.takeClick({ link_id: id }, { timeoutMs: 100 })).rejects.toThrow()
    // The cancellation is sent before this call, over the same connection, so link has heard of it.
    await slugs.getSlugRecords({ requests: [] })
  })
  await slugs.takeClick({ link_id: id })

  expect(await taken()).toEqual({ taken: 2 })
})
