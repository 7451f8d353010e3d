import { createLog } from '@fingerpost/kit/process/log'
import { setPace } from '@fingerpost/kit/process/pace'
import { createToken } from '@fingerpost/kit/secrets/token'
import { openRedis } from '@fingerpost/kit/stores/redis'
import { createTestRedis } from '@fingerpost/kit/testing'
import { openFaultProxy } from '@fingerpost/kit/testing/fault-proxy'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { KEYS, LINK, openTestApp } from '../testing/app.ts'

const log = createLog('gateway', 'silent')
const config = {
  RATE_LIMIT_PER_MINUTE: 4,
  RATE_LIMIT_ANALYTICS_PER_MINUTE: 2,
  RATE_LIMIT_IMPORT_PER_MINUTE: 1,
  RATE_LIMIT_QR_PER_MINUTE: 2,
  RATE_LIMIT_ADDRESS_PER_MINUTE: 3,
  CLICK_IP: 'full',
}
const IMPORT = { id: 1, status: 'done', total: 1, done: 0, created: 0, failed: 1, items: [] }
const fakes = {
  analytics: { countClicks: async () => ({ counts: [] }) },
  links: { getLinks: async () => ({ links: [LINK] }) },
  imports: {
    createImport: async () => IMPORT,
    addImportRows: async () => ({}),
    startImport: async () => IMPORT,
    getImport: async () => IMPORT,
  },
  sessions: {
    // Each token is another person, of no team.
    verifySession: async ({ sha256 }: { sha256: Uint8Array }) => ({
      id: 5,
      user_id: Buffer.from(sha256).readUInt32BE(0),
      teams: [],
    }),
  },
}
type Gateway = Awaited<ReturnType<typeof openTestApp>>
let store: Awaited<ReturnType<typeof createTestRedis>>
let line: Awaited<ReturnType<typeof openFaultProxy>>
let gateways: [Gateway, Gateway]
/** Gateways that wait for Redis as long as the product does. */
let own: [Gateway, Gateway]
let ofTeams: Gateway
const connections: ReturnType<typeof openRedis>[] = []

beforeAll(async () => {
  store = await createTestRedis()
  line = await openFaultProxy(new URL(store.url))
  // On a busy machine, a request that waits for Redis too long would be counted by its gateway.
  setPace(20)
  try {
    gateways = [await open(), await open()]
    ofTeams = await open({ RATE_LIMIT_TEAM_FACTOR: 2 })
  } finally {
    setPace(1)
  }
  own = [await open(), await open()]
})
async function open(settings = {}): Promise<Gateway> {
  const counts = openRedis(line.url, 'hot', log)
  connections.push(counts)
  return openTestApp(fakes, { ...config, ...settings }, { counts })
}
beforeEach(async () => {
  line.set('ok')
  await store.client.flushdb()
  await expect.poll(() => connections.every(({ status }) => status === 'ready')).toBe(true)
})
afterAll(async () => {
  for (const { app } of [...gateways, ...own, ofTeams]) await app.close()
  for (const it of connections) it.disconnect()
  await line.close()
  await store.drop()
})

let turn = 0
/** Alternates between the gateways, like a load balancer. */
const call = async (url: string, headers: Record<string, string> = {}, payload?: object) => {
  const { app } = gateways[turn++ % 2] as Gateway
  const method = payload ? 'POST' : 'GET'
  return app.inject({
    method,
    url,
    headers: { 'x-api-key': KEYS[0], ...headers },
    ...(payload ? { payload } : {}),
  })
}
const times = async (count: number, ask: (turn: number) => ReturnType<typeof call>) => {
  const answers: Awaited<ReturnType<typeof call>>[] = []
  for (let i = 0; i < count; i++) answers.push(await ask(i))
  return answers
}
const codes = (answers: { statusCode: number }[]) => answers.map(({ statusCode }) => statusCode)

describe('an API key', () => {
  it('has one limit per minute across all gateways', async () => {
    const answers = await times(6, () => call('/api/version'))

    expect(codes(answers)).toEqual([200, 200, 200, 200, 429, 429])
    const remaining = answers.map(({ headers }) => headers['ratelimit-remaining'])
    expect(remaining).toEqual(['3', '2', '1', '0', '0', '0'])
    const refused = answers[4]
    expect(refused?.json()).toMatchObject({ status: 429, code: 'rate_limited' })
    expect(Number(refused?.headers['retry-after'])).toBeGreaterThan(0)
    expect(refused?.headers['retry-after']).toBe(refused?.headers['ratelimit-reset'])
  })

  it('has the same limit for concurrent requests', async () => {
    const answers = await Promise.all(Array.from({ length: 10 }, () => call('/api/version')))
    const left = answers.map(({ headers }) => Number(headers['ratelimit-remaining']))

    expect(codes(answers).toSorted()).toEqual([200, 200, 200, 200, 429, 429, 429, 429, 429, 429])
    expect(left.toSorted()).toEqual([0, 0, 0, 0, 0, 0, 0, 1, 2, 3])
  })

  it('does not affect another key of its team, and gets rate limit headers with every response', async () => {
    await times(5, () => call('/api/version'))
    const other = { 'x-api-key': KEYS[1] }

    for (const url of ['/api/version', '/api/nothing', '/api/link/abc']) {
      const { statusCode, headers } = await call(url, other)
      expect(statusCode).not.toBe(429)
      expect(headers['ratelimit-limit']).toBe('4')
    }
  })

  it('is charged once for a report with several parts', async () => {
    const report = '/api/analytics/report?part=clicks&part=clicks%3Finterval%3Dday&part=clicks'
    expect(codes(await times(3, () => call(report)))).toEqual([200, 200, 429])
  })

  it('is charged for requests for a team to which it has no access', async () => {
    const foreign = { 'x-organization-id': '99' }
    const answers = await times(5, () => call('/api/version', foreign))
    expect(codes(answers)).toEqual([403, 403, 403, 403, 429])
  })

  it('has separate limits for analytics and imports', async () => {
    await times(4, () => call('/api/version'))
    const body = { domain_id: 1, csv: [{ url: 'https://example.com' }] }

    expect(codes(await times(3, () => call('/api/analytics/clicks')))).toEqual([200, 200, 429])
    expect(codes(await times(2, () => call('/api/link/import', {}, body)))).toEqual([200, 429])
  })

  it('has a separate limit for QR codes', async () => {
    await times(4, () => call('/api/version'))

    expect(codes(await times(3, () => call('/api/link/5/qr')))).toEqual([200, 200, 429])
  })

  it('can send requests again when the window ends', async () => {
    await times(5, () => call('/api/version'))
    const [key = ''] = await store.client.keys('limit:key:*')
    const left = await store.client.pttl(key)
    expect(left > 0 && left <= 60_000).toBe(true)
    await store.client.pexpire(key, 1)

    await expect.poll(async () => (await call('/api/version')).statusCode).toBe(200)
  })
})

describe('a team', () => {
  const by = (key: string, url = '/api/version') =>
    ofTeams.app.inject({ url, headers: { 'x-api-key': key } })

  it('has one limit per minute for all of its keys', async () => {
    const answers = []
    for (const i of [0, 1, 0, 1, 0, 1] as const) answers.push(await by(KEYS[i]))
    const mine = await times(3, () => by(KEYS[2]))

    expect(codes([...answers, ...mine])).toEqual([...Array(8).fill(200), 429])
    const last = mine.at(-1)
    expect(last?.json()).toMatchObject({
      code: 'rate_limited',
      detail: expect.stringContaining('for the whole team'),
    })
    expect(last?.headers['ratelimit-limit']).toBe('8')
    expect(mine.map(({ headers }) => headers['ratelimit-remaining'])).toEqual(['1', '0', '0'])
  })

  it('has a separate limit for QR codes', async () => {
    const answers = []
    for (const i of [0, 1, 0, 1, 2] as const) answers.push(await by(KEYS[i], '/api/link/5/qr'))

    expect(codes(answers)).toEqual([200, 200, 200, 200, 429])
    expect((await by(KEYS[2])).statusCode).toBe(200)
  })

  it('is charged by one key at most up to the limit of that key', async () => {
    await times(30, () => by(KEYS[0]))

    expect(codes(await times(3, () => by(KEYS[1])))).toEqual([200, 200, 200])
  })
})

it('people without a team have no limit in common', async () => {
  const by = (token: string) => () =>
    ofTeams.app.inject({ url: '/api/version', headers: { cookie: `__Host-fingerpost=${token}` } })
  const people = [createToken('fps'), createToken('fps'), createToken('fps')]
  const answers = await Promise.all(people.map((token) => times(5, by(token))))

  expect(answers.map(codes)).toEqual(people.map(() => [200, 200, 200, 200, 429]))
})

describe('an address without a key', () => {
  const from = (address: string, headers: Record<string, string> = {}) =>
    call('/api/version', { 'x-api-key': '', 'x-forwarded-for': address, ...headers })

  it('is rate limited without affecting others', async () => {
    expect(codes(await times(5, () => from('192.0.2.1')))).toEqual([401, 401, 401, 429, 429])
    expect((await from('192.0.2.2')).statusCode).toBe(401)
    const key = { 'x-api-key': KEYS[0] }
    expect((await from('192.0.2.1', key)).statusCode).toBe(200)
  })

  it('is counted by its /64 network for IPv6', async () => {
    const addresses = ['2001:db8::1', '2001:db8::2', '2001:db8:0:0:ffff::', '2001:db8::9']
    const answers = []
    for (const address of addresses) answers.push(await from(address))

    expect(codes(answers)).toEqual([401, 401, 401, 429])
    expect((await from('2001:db8:0:1::1')).statusCode).toBe(401)
  })

  it('verifies keys one at a time once it is over its limit', async () => {
    const guess = () => from('192.0.2.7', { 'x-api-key': createToken('fp') })
    await times(10, guess)
    const before = gateways[0].asked.keys + gateways[1].asked.keys
    const many = await Promise.all(Array.from({ length: 40 }, guess))

    expect(new Set(codes(many))).toEqual(new Set([429]))
    const asked = gateways[0].asked.keys + gateways[1].asked.keys - before
    expect(asked).toBeLessThanOrEqual(4)
  })
})

describe('while Redis is unavailable', () => {
  it.each([
    ['refuse', KEYS[0]],
    ['blackhole', KEYS[1]],
  ] as const)('(%s) each gateway counts for itself', async (mode, key) => {
    line.set(mode)
    const answers = await times(10, (i) =>
      (own[i % 2] as Gateway).app.inject({ url: '/api/version', headers: { 'x-api-key': key } }),
    )

    expect(codes(answers)).toEqual([...Array(8).fill(200), 429, 429])
  })
})
