import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { Lifecycle } from '@fingerpost/kit/process/lifecycle'
import { createLog } from '@fingerpost/kit/process/log'
import { createTestRedis } from '@fingerpost/kit/testing'
import { openFaultProxy } from '@fingerpost/kit/testing/fault-proxy'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest'
import {
  type Fakes,
  queuedClicks,
  spooledClicks,
  startFakes,
  startTestRedirect,
  visit,
} from './testing/redirect.ts'

/** In Prague, according to the packaged database. */
const ADDRESSES = { v4: '83.208.93.244', v6: '2a00:1028:83a0:1::77' }

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
  const domain = fakes.addDomain({ id: Math.floor(Math.random() * 1e9), name: 'go.example' })
  fakes.addLink(domain, {
    slug: 'seen',
    geo: [{ id: 1, country: 'CZ', url: 'https://cz.example/' }],
  })
  fakes.addLink(domain, { slug: 'locked', password_hash: 'none' })
})
afterEach(() => lifecycle.close())

/** All texts in Redis. */
async function everythingInRedis(): Promise<string> {
  const keys = await stored.client.keys('*')
  const texts = await Promise.all(
    keys.map(async (key) => {
      const kind = await stored.client.type(key)
      return kind === 'hash' ? JSON.stringify(await stored.client.hgetall(key)) : ''
    }),
  )
  return [...keys, ...texts].join('\n')
}

describe.each([
  ['full', '83.208.93.244', '2a00:1028:83a0:1::77', undefined],
  ['truncated', '83.208.93.0', '2a00:1028:83a0::', 'CZ'],
  ['none', '', '', 'CZ'],
] as const)('with CLICK_IP=%s', (CLICK_IP, v4, v6, country) => {
  const open = async () => {
    const own = { CLICK_IP, TRUSTED_PROXIES: ['127.0.0.1/32'] }
    const redirect = await startTestRedirect(fakes, line.url, own)
    lifecycle.own('redirect', redirect, (it) => it.close())
    const go = (from: string) =>
      visit(redirect.port, 'go.example', '/seen', { headers: { 'x-forwarded-for': from } })
    const guess = async (from: string) => {
      const headers = { 'x-forwarded-for': from, 'x-link-password': 'guessed' }
      return (await visit(redirect.port, 'go.example', '/locked', { headers })).status
    }
    return { go, guess, folder: redirect.folder }
  }

  it('the queue contains the stored part of the address, and its place', async () => {
    const { go } = await open()

    expect((await go(ADDRESSES.v4)).location).toBe('https://cz.example/')
    await go(ADDRESSES.v6)

    await vi.waitFor(async () => expect(await queuedClicks(stored.client)).toHaveLength(2), {
      timeout: 10_000,
    })
    const clicks = await queuedClicks(stored.client)
    expect(clicks.map(({ ip }) => ip)).toEqual([v4, v6])
    expect(clicks[0]?.place?.country).toBe(country)
    if (CLICK_IP !== 'full') {
      expect(clicks[0]?.place).toMatchObject({ city: 'Prague', time_zone: 'Europe/Prague' })
      const held = await everythingInRedis()
      for (const address of Object.values(ADDRESSES)) expect(held).not.toContain(address)
    }
  })

  it('wrong passwords are counted by address and network, under a digest of both', async () => {
    const { guess } = await open()
    for (const address of Object.values(ADDRESSES)) {
      for (let i = 0; i < 5; i++) expect(await guess(address)).toBe(401)
      expect(await guess(address)).toBe(429)
    }

    const held = await everythingInRedis()
    // Per address: its wrong passwords, those of its network, and all its tries.
    expect(held.match(/guesses:\{\d+\}:/g)).toHaveLength(2 * 3)
    expect(held).not.toMatch(/83\.208\.93|2a00:1028/)
  })

  it('the spool contains the same', async () => {
    const { go, folder } = await open()
    line.set('refuse')

    await go(ADDRESSES.v4)

    expect(await spooledClicks(folder)).toMatchObject([{ ip: v4, slug: 'seen' }])
    const files = await readdir(folder)
    expect(files).toHaveLength(1)
    const texts = await Promise.all(files.map((it) => readFile(join(folder, it), 'utf8')))
    expect(texts.join('').includes(ADDRESSES.v4)).toBe(CLICK_IP === 'full')
  })
})

it('with HONOUR_GPC, queue and spool contain nothing else about a visitor who opts out', async () => {
  const own = { HONOUR_GPC: true, TRUSTED_PROXIES: ['127.0.0.1/32'] }
  const redirect = await startTestRedirect(fakes, line.url, own)
  lifecycle.own('redirect', redirect, (it) => it.close())
  const headers = { 'x-forwarded-for': ADDRESSES.v4, referer: 'https://from.example/', dnt: '1' }
  const go = () => visit(redirect.port, 'go.example', '/seen?about=me', { headers })

  expect((await go()).location).toContain('https://cz.example/')
  await vi.waitFor(async () => expect(await queuedClicks(stored.client)).toHaveLength(1))
  const held = await everythingInRedis()
  await vi.waitFor(async () => expect(await readdir(redirect.folder)).toEqual([]), 10_000)
  line.set('refuse')
  await go()

  const inSpool = await spooledClicks(redirect.folder)
  const place = { continent: 'Europe', country: 'CZ', region: '', city: '' }
  for (const clicks of [await queuedClicks(stored.client), inSpool]) {
    expect(clicks).toMatchObject([{ slug: 'seen', opted_out: true, place }])
  }
  const spooled = JSON.stringify(inSpool)
  for (const secret of [ADDRESSES.v4, 'X11', 'from.example', 'about', 'Prague']) {
    expect([secret, held.includes(secret)]).toEqual([secret, false])
    expect([secret, spooled.includes(secret)]).toEqual([secret, false])
  }
})
