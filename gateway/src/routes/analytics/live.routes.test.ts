import { once } from 'node:events'
import { request } from 'node:http'
import { createToken } from '@fingerpost/kit/secrets/token'
import type { ClickRecord } from '@fingerpost/protos/analytics/v1/analytics'
import { afterEach, expect, it } from 'vitest'
import { KEYS, LINK, openTestApp, STRANGER } from '../../testing/app.ts'

const stored: ClickRecord[] = []
let polls = 0
let held: Promise<void> | undefined
const fakes = {
  analytics: {
    async scanClicks() {
      polls++
      await held
      return { items: stored.toReversed(), ended: true }
    },
  },
  links: { scanLinks: async () => ({ links: [LINK] }) },
  sessions: {
    // Each session has a person of its own, who is a member of all of these teams.
    verifySession: async ({ sha256 }: { sha256: Uint8Array }) => ({
      id: 5,
      user_id: Buffer.from(sha256).readUInt32BE(0),
      teams: Array.from({ length: 10 }, (_, i) => ({
        org_id: i + 1,
        scopes: ['analytics:read'],
        own_links_only: false,
      })),
    }),
  },
}
type Gateway = Awaited<ReturnType<typeof openTestApp>>
let gateway: Gateway | undefined
afterEach(async () => {
  await gateway?.app.close()
  gateway = undefined
  stored.length = polls = 0
  held = undefined
})

async function openGateway() {
  gateway = await openTestApp(fakes)
  await gateway.app.listen({ port: 0, host: '127.0.0.1' })
  return gateway
}

/** A streamed response, read as it arrives. */
const open = (gateway: Gateway, key: string, path?: string) =>
  openAs(gateway, { 'x-api-key': key }, path)
async function openAs({ app }: Gateway, headers: object, path = '/analytics/live') {
  const { port } = app.server.address() as { port: number }
  const asked = request({ port, path: `/api${path}`, headers: { ...headers } }).end()
  const [answer] = await once(asked, 'response')
  const stream = { status: answer.statusCode as number, text: '', ended: false }
  answer.on('data', (chunk: Buffer) => {
    stream.text = (stream.text + chunk).slice(-10_000)
  })
  answer.on('error', () => {}) // cut off
  answer.on('close', () => {
    stream.ended = true
  })
  return stream
}

const countConnections = ({ app }: Gateway) =>
  new Promise<number>((resolve) => app.server.getConnections((_, count) => resolve(count)))

const click = (id: string, linkId = 5) =>
  ({ id, link_id: linkId, created_at_ms: Date.now(), query: {} }) as unknown as ClickRecord

it('all streams of a team share one poll, and each gets its own clicks', async () => {
  const app = await openGateway()
  const all = await Promise.all(Array.from({ length: 20 }, () => open(app, KEYS[0])))
  const ofLink = await open(app, KEYS[1], '/analytics/live?link_id=6')
  stored.push(click('one'), click('two', 6))
  const before = polls

  for (const stream of all) await expect.poll(() => stream.text).toMatch(/id: one\n.*id: two\n/s)
  await expect.poll(() => ofLink.text).toContain('id: two\n')
  expect(ofLink.text).not.toContain('id: one\n')
  expect(polls - before).toBeLessThan(20)
  for (const stream of all) expect(stream.text.match(/event: click/g)).toHaveLength(2)
})

it('one team opens a quarter of the streams, and another team opens its own', async () => {
  const app = await openGateway()
  const mine = await Promise.all(Array.from({ length: 60 }, () => open(app, KEYS[0])))
  const theirs = await open(app, STRANGER)

  expect(mine.filter(({ status }) => status === 200)).toHaveLength(50)
  expect(mine.filter(({ status }) => status === 503)).toHaveLength(10)
  expect(theirs.status).toBe(200)
})

/** Opens streams one after the other, and returns how many began. */
async function begun(app: Gateway, token: string, team: number, count: number): Promise<number> {
  const headers = { cookie: `__Host-fingerpost=${token}`, 'x-organization-id': `${team}` }
  const all = []
  for (let i = 0; i < count; i++) all.push(await openAs(app, headers))
  return all.filter(({ status }) => status === 200).length
}

it('four teams leave streams to teams that have none', async () => {
  const app = await openGateway()
  const teams = []
  for (const team of [1, 2, 3, 4, 5, 6]) {
    teams.push(await begun(app, createToken('fps'), team, team < 5 ? 60 : 2))
  }

  expect(teams).toEqual([50, 50, 50, 1, 1, 1])
})

it('one person opens a quarter of the streams in all of their teams together', async () => {
  const app = await openGateway()
  const [mine, theirs] = [createToken('fps'), createToken('fps')]
  const teams = []
  for (const team of [1, 2, 3]) teams.push(await begun(app, mine, team, 20))

  expect(teams).toEqual([20, 20, 10])
  expect(await begun(app, theirs, 3, 1)).toBe(1)
})

it('clients that leave before their streams begin free the slots of their team', async () => {
  const app = await openGateway()
  const answered = Promise.withResolvers<void>()
  held = answered.promise
  const { port } = app.app.server.address() as { port: number }
  let refused = 0
  const left = Array.from({ length: 60 }, () =>
    request({ port, path: '/api/analytics/live', headers: { 'x-api-key': KEYS[0] } })
      .on('response', () => refused++)
      .on('error', () => {})
      .end(),
  )
  await expect.poll(() => refused).toBe(10)
  for (const it of left) it.destroy()
  await expect.poll(() => countConnections(app)).toBe(0)
  answered.resolve()

  await expect.poll(async () => (await open(app, KEYS[0])).status).toBe(200)
})

it('live clicks and exports end within seconds of their key, and other keys continue', async () => {
  const app = await openGateway()
  const live = await open(app, KEYS[0])
  const exported = await open(app, KEYS[0], '/link/export?format=ndjson')
  const other = await open(app, KEYS[1])
  app.revoked.add(KEYS[0])

  await expect.poll(() => live.ended && exported.ended).toBe(true)
  expect(other.ended).toBe(false)
  stored.push(click('after'))
  await expect.poll(() => other.text).toContain('id: after\n')
  expect(live.text).not.toContain('id: after\n')
})
