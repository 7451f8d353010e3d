import { CLICK_QUEUE, TOUCHED_LINKS, touchedLink } from '@fingerpost/kit/click-keys'
import { createLog } from '@fingerpost/kit/log'
import { jobKey, openQueue } from '@fingerpost/kit/queue'
import { openRedis } from '@fingerpost/kit/redis'
import { ClickLimitsService } from '@fingerpost/protos/link/v1/click_limit'
import { ClickTotalsService } from '@fingerpost/protos/link/v1/click_total'
import { SlugsService } from '@fingerpost/protos/link/v1/slug'
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
    { id, clear: expiresAfter === undefined ? ['expires_after'] : [], expiresAfter } as never,
    { caller },
  )
const grant = (linkId: number) =>
  link.client(ClickLimitsService).grantClicks({ linkId, counterId: 'a', used: 0 })
const count = (linkId: number, clicks: number) =>
  link
    .client(ClickTotalsService)
    .setClickTotals({ totals: [{ linkId, clicks, clickedAtMs: Date.now() }] })

describe('a limit that a link gets after it had none', () => {
  it('gives out nothing until the clicks before it are counted', async () => {
    const { id } = await link.create()
    await jobs.add('before', {})
    await setLimit(id, 20)

    await expect(grant(id)).rejects.toMatchObject({ kind: 'unavailable' })
    await link.redis.zadd(TOUCHED_LINKS, 0, touchedLink(caller.orgId, id))
    await link.redis.del(jobKey(CLICK_QUEUE, 'before'))
    await expect(grant(id)).rejects.toMatchObject({ kind: 'unavailable' })
    await count(id, 12)
    await link.redis.zrem(TOUCHED_LINKS, touchedLink(caller.orgId, id))

    await vi.waitFor(async () =>
      expect(await grant(id)).toMatchObject({ granted: 2, elsewhere: 12 }),
    )
  })

  it('does not wait for clicks that come later, nor for a limit that only changes', async () => {
    const { id } = await link.create()
    await setLimit(id, 20)
    await grant(id)
    await jobs.add('later', {})

    await expect(grant(id)).resolves.toMatchObject({ granted: 5 })
    await setLimit(id, 40)
    await expect(grant(id)).resolves.toMatchObject({ elsewhere: 0 })
  })
})

it('a click that its caller no longer waits for is not taken', async () => {
  const { id } = await link.create({ expiresAfter: 20 })
  const slugs = link.client(SlugsService)
  await slugs.takeClick({ linkId: id })
  const taken = () =>
    link.db.selectFrom('link_clicks').select('taken').where('link_id', '=', id).executeTakeFirst()

  await link.db.transaction().execute(async (tx) => {
    await sql`select 1 from link_clicks where link_id = ${id} for update`.execute(tx)
    await expect(slugs.takeClick({ linkId: id }, { timeoutMs: 100 })).rejects.toThrow()
  })
  await slugs.takeClick({ linkId: id })

  expect(await taken()).toEqual({ taken: 2 })
})
