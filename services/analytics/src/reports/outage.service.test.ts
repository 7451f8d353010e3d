import { Lifecycle } from '@fingerpost/kit/process/lifecycle'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { openClickHouse } from '../store/clickhouse.client.ts'
import { openProxy } from '../testing/proxy.ts'
import { as, log, openTestAnalytics, openTestClickHouse } from '../testing/stack.ts'

const lifecycle = new Lifecycle(log)
let clickhouse: ReturnType<typeof openClickHouse>
let proxy: Awaited<ReturnType<typeof openProxy>>
let analytics: Awaited<ReturnType<typeof openTestAnalytics>>['analytics']

beforeAll(async () => {
  const { env } = await openTestClickHouse(lifecycle)
  proxy = lifecycle.own('proxy', await openProxy(env.CLICKHOUSE_URL), (it) => it.close())
  clickhouse = lifecycle.own(
    'clickhouse',
    openClickHouse({ ...env, CLICKHOUSE_URL: proxy.url }),
    (it) => it.close(),
  )
  ;({ analytics } = await openTestAnalytics(lifecycle, { ...env, CLICKHOUSE_URL: proxy.url }))
})
afterAll(() => lifecycle.close())

const all = { filter: undefined, page: undefined }
const ask = () =>
  Promise.allSettled([
    analytics.listClicks(all, as(1)),
    analytics.listOriginals(all, as(1)),
    analytics.listDestinations(all, as(1)),
    analytics.countClicks({ ...all, interval: undefined }, as(1)),
  ])

it.each(['refuse', 'cut', 'hang'] as const)(
  'while ClickHouse does not answer (%s), all reports are unavailable, and recover afterwards',
  async (mode) => {
    proxy.set(mode)
    for (const { status, reason } of (await ask()) as PromiseRejectedResult[]) {
      expect(status).toBe('rejected')
      expect(reason).toMatchObject({ kind: 'unavailable', code: 'unavailable' })
    }

    proxy.set('pass')
    await expect
      .poll(async () => (await ask()).filter(({ status }) => status === 'rejected'), {
        timeout: 10_000,
      })
      .toEqual([])
  },
)

it('a silent ClickHouse is detected long before the timeout of a report', async () => {
  proxy.set('hang')
  const read = clickhouse.read({ text: 'SELECT 1', params: {} })

  await expect(read).rejects.toMatchObject({
    kind: 'unavailable',
    cause: { message: 'ClickHouse does not respond' },
  })
  proxy.set('pass')
})

it('a report that is slow goes on while ClickHouse answers others', async () => {
  const read = clickhouse.read({ text: 'SELECT sleep(2) AS slept', params: {} })

  await expect(read).resolves.toEqual([{ slept: 0 }])
})
