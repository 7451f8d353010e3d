import { once } from 'node:events'
import { createServer, type RequestListener } from 'node:http'
import type { AddressInfo } from 'node:net'
import { createLog } from '@fingerpost/kit/process/log'
import { createSigner } from '@fingerpost/kit/secrets/signature'
import { openRedis } from '@fingerpost/kit/stores/redis'
import { createTestRedis } from '@fingerpost/kit/testing'
import { afterAll, beforeAll, beforeEach, expect, it, vi } from 'vitest'
import { openTestApp } from '../../testing/app.ts'
import { signedText } from './favicon.rules.ts'

const PNG = Buffer.from('89504e470d0a1a0a0000000d49484452', 'hex')
let answer: RequestListener
let asked = 0
const site = createServer((request, response) => {
  asked++
  answer(request, response)
})
const signer = createSigner('secret', 'favicon')
const sign = (host: string, team = '1') => signer.sign(signedText(host, team))
const log = createLog('gateway', 'silent')
const redis = await createTestRedis()
const own = openRedis(redis.url, 'cache', log)
let gateway: Awaited<ReturnType<typeof openTestApp>>['app']
let strict: typeof gateway
let port: number

beforeAll(async () => {
  site.listen(0)
  await once(site, 'listening')
  port = (site.address() as AddressInfo).port
  if (own.status !== 'ready') await once(own, 'ready')
  gateway = (await openTestApp({}, {}, { icons: own })).app
  strict = (await openTestApp({}, { FETCH_ALLOW_PRIVATE: false }, { icons: own })).app
})
afterAll(async () => {
  site.close().closeAllConnections()
  own.disconnect()
  await Promise.all([gateway.close(), strict.close(), redis.drop()])
})
beforeEach(async () => {
  await redis.client.flushdb()
  asked = 0
  answer = (_, response) => response.writeHead(200, { 'content-type': 'text/html' }).end(PNG)
})

const look = (host: string, mark = sign(host), at = gateway, team = '1') =>
  at.inject({ url: `/favicon/${encodeURIComponent(host)}?t=${team}&s=${mark}` })
/** Requests an icon until it is fetched, and then once more. */
async function found(host: string, at = gateway) {
  await look(host, sign(host), at)
  await vi.waitFor(async () => expect(await redis.client.exists(`favicon:${host}`)).toBe(1))
  return look(host, sign(host), at)
}
const here = () => `localhost:${port}`

it('serves a letter at first, and the site’s own icon once it is fetched', async () => {
  const first = await look(here())
  expect(first.headers).toMatchObject({
    'content-type': 'image/svg+xml',
    'cache-control': 'public, max-age=60',
  })
  const second = await found(here())

  expect(second.rawPayload).toEqual(PNG)
  expect(second.headers).toMatchObject({
    'content-type': 'image/png',
    'cache-control': 'public, max-age=86400',
    'x-content-type-options': 'nosniff',
    'content-security-policy': "default-src 'none'; style-src 'unsafe-inline'; sandbox",
  })
})

it('fetches an icon once for any number of requests', async () => {
  await Promise.all(Array.from({ length: 20 }, () => look(here())))
  await found(here())
  await Promise.all(Array.from({ length: 20 }, () => look(here())))

  expect(asked).toBe(1)
})

it.each([
  ['too large', (response) => response.end(Buffer.concat([PNG, Buffer.alloc(32 * 1_024)]))],
  ['SVG', (response) => response.end('<svg xmlns="http://www.w3.org/2000/svg"/>')],
  ['a page', (response) => response.end('<title>x</title>')],
  ['missing', (response) => response.writeHead(404).end(PNG)],
  ['cut off', (response) => response.destroy()],
] satisfies [string, (response: Parameters<RequestListener>[1]) => unknown][])(
  'serves a letter for a site whose icon is %s',
  async (_, respond) => {
    answer = (__, response) => void respond(response)
    const icon = await found(here())

    expect(icon.headers['content-type']).toBe('image/svg+xml')
    expect(icon.headers['cache-control']).toBe('public, max-age=86400')
  },
)

it.each([
  ['no signature', () => ''],
  ['another host’s signature', () => sign('e.com')],
  ['another team’s signature', () => sign(here(), '2')],
  [
    'a signature for another purpose',
    () => createSigner('secret', 'other').sign(signedText(here(), '1')),
  ],
])('fetches nothing for a host with %s', async (_, mark) => {
  const icon = await look(here(), mark())

  expect(icon.headers['content-type']).toBe('image/svg+xml')
  await found('127.0.0.1:1') // by now, the other host would have been fetched too
  expect(asked).toBe(0)
  expect(await redis.client.keys('*')).toEqual(['favicon:127.0.0.1:1'])
})

it('fetches nothing from private addresses', async () => {
  for (const host of [here(), `127.0.0.1:${port}`, '[::1]', '169.254.169.254']) {
    const icon = await found(host, strict)
    expect(icon.headers['content-type']).toBe('image/svg+xml')
  }
  expect(asked).toBe(0)
})

it('serves letters while Redis is unavailable', async () => {
  const nowhere = openRedis('redis://127.0.0.1:1', 'cache', log)
  const { app } = await openTestApp({}, {}, { icons: nowhere })
  const icon = await look(here(), sign(here()), app)
  nowhere.disconnect()

  expect(icon.statusCode).toBe(200)
  expect(icon.headers['cache-control']).toBe('public, max-age=60')
  expect(asked).toBe(0)
  await app.close()
})

// Last, because the sites of the first team go on being asked.
it('fetches icons of a team while another one has asked for many sites that do not answer', async () => {
  const held: (() => void)[] = []
  answer = (request, response) => {
    if (request.headers.host === here()) response.end(PNG)
    else held.push(() => response.destroy())
  }
  const silent = Array.from({ length: 250 }, (_, i) => `127.0.1.${i + 1}:${port}`)
  await Promise.all(silent.map((host) => look(host)))
  await look(here(), sign(here(), '2'), gateway, '2')

  const isCached = async () => expect(await redis.client.exists(`favicon:${here()}`)).toBe(1)
  await vi.waitFor(isCached, { timeout: 15_000 })
  expect(held.length).toBeGreaterThan(0)
  answer = (_, response) => response.destroy()
  for (const end of held) end()
})
