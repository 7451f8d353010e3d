import { Lifecycle } from '@fingerpost/kit/process/lifecycle'
import { createLog } from '@fingerpost/kit/process/log'
import { createTestRedis } from '@fingerpost/kit/testing'
import { openFaultProxy } from '@fingerpost/kit/testing/fault-proxy'
import { saltDays, saltKey } from '@fingerpost/protos/visitor-salts'
import { afterAll, afterEach, beforeAll, beforeEach, expect, it, vi } from 'vitest'
import type { Config } from './config.ts'
import {
  type Fakes,
  queuedClicks,
  spooledClicks,
  startFakes,
  startTestRedirect,
  visit,
} from './testing/redirect.ts'

const HERE = { 'x-forwarded-for': '83.208.93.244', 'user-agent': 'Mozilla/5.0 Firefox/140.0' }

let lifecycle: Lifecycle
let stored: Awaited<ReturnType<typeof createTestRedis>>
let line: Awaited<ReturnType<typeof openFaultProxy>>
let fakes: Fakes

beforeAll(async () => {
  stored = await createTestRedis()
})
afterAll(() => stored.drop())
beforeEach(async () => {
  await stored.client.flushdb()
  lifecycle = new Lifecycle(createLog('redirect', 'silent'))
  line = lifecycle.own('line', await openFaultProxy(new URL(stored.url)), (it) => it.close())
  fakes = await startFakes(lifecycle)
  const newDomain = (name: string) => fakes.addDomain({ id: Math.floor(Math.random() * 1e9), name })
  fakes.addLink(newDomain('go.example'), { slug: 'a', org_id: 1 })
  fakes.addLink(newDomain('our.example'), { slug: 'a', org_id: 1 })
  fakes.addLink(newDomain('their.example'), { slug: 'a', org_id: 2 })
})
afterEach(() => lifecycle.close())

const putSalts = (salt: string) =>
  Promise.all(saltDays(Date.now()).map((day) => stored.client.set(saltKey(day), salt)))

async function open(own: Partial<Config> = {}) {
  const settings = { TRUSTED_PROXIES: ['127.0.0.1/32'], ...own }
  const redirect = await startTestRedirect(fakes, line.url, settings)
  lifecycle.own('redirect', redirect, (it) => it.close())
  return async (headers: Record<string, string> = {}, host = 'go.example') => {
    const answer = await visit(redirect.port, host, '/a', { headers: { ...HERE, ...headers } })
    expect(answer.status).toBe(302)
    return redirect.folder
  }
}

/** The visitors of this many clicks, in the order of their visits, once all are in the queue. */
const visitors = (count: number) =>
  vi.waitFor(async () => {
    const clicks = await queuedClicks(stored.client)
    expect(clicks).toHaveLength(count)
    return clicks.toSorted((a, b) => (a.id < b.id ? -1 : 1)).map(({ visitor }) => visitor)
  })

it.each(['full', 'truncated', 'none'])(
  'a visitor has one number in a team, with CLICK_IP=%s',
  async (CLICK_IP) => {
    await putSalts('1'.repeat(32))
    const go = await open({ CLICK_IP })
    await go()
    await go({}, 'our.example')
    await go({}, 'their.example')
    await go({ 'x-forwarded-for': '83.208.93.245' })
    await go({ 'user-agent': 'Mozilla/5.0 Firefox/141.0' })

    const [first, again, ...others] = await visitors(5)
    expect(first).toMatch(/^[1-9]\d{15,19}$/)
    expect(again).toBe(first)
    expect(new Set([first, ...others]).size).toBe(4)
  },
)

it('another copy of redirect computes the same number, and another salt gives another', async () => {
  await putSalts('1'.repeat(32))
  await (await open())()
  await (await open())()
  await putSalts('2'.repeat(32))
  await (await open())()

  const [first, second, third] = await visitors(3)
  expect(second).toBe(first)
  expect(third).not.toBe(first)
})

it('a click has no visitor while redirect knows no salt, and has one once it reads it', async () => {
  line.set('refuse')
  const go = await open()
  const clicks = await spooledClicks(await go())
  expect(clicks.map(({ visitor }) => visitor)).toEqual([undefined])

  await putSalts('1'.repeat(32))
  line.set('ok')
  await vi.waitFor(async () => {
    await go()
    const clicks = await queuedClicks(stored.client)
    expect(clicks.some(({ visitor }) => visitor !== undefined)).toBe(true)
  })
})

it('the number stays the same while Redis is empty or unavailable', async () => {
  await putSalts('1'.repeat(32))
  const go = await open()
  await go()
  const [first] = await visitors(1)
  await stored.client.flushdb()
  const folder = await go()
  line.set('refuse')
  await vi.waitFor(async () => {
    await go()
    expect(await spooledClicks(folder)).not.toEqual([])
  })

  const clicks = [...(await queuedClicks(stored.client)), ...(await spooledClicks(folder))]
  expect(new Set(clicks.map(({ visitor }) => visitor))).toEqual(new Set([first]))
})

it('a visitor who opts out has no number', async () => {
  await putSalts('1'.repeat(32))
  const go = await open({ HONOUR_GPC: true })
  await go({ 'sec-gpc': '1' })
  await go()

  expect(await visitors(2)).toEqual([undefined, expect.stringMatching(/^\d+$/)])
})
