import { Lifecycle } from '@fingerpost/kit/process/lifecycle'
import { createLog } from '@fingerpost/kit/process/log'
import { createTestRedis } from '@fingerpost/kit/testing'
import { openFaultProxy } from '@fingerpost/kit/testing/fault-proxy'
import { openSmallDisk } from '@fingerpost/kit/testing/small-disk'
import { afterAll, beforeAll, expect, it, onTestFinished, vi } from 'vitest'
import type { Config } from './config.ts'
import { queuedClicks, startFakes, startTestRedirect, visit } from './testing/redirect.ts'

const LONGER = { timeout: 10_000 }
const RESERVE = 64 * 1024
const READY = { status: 200, spool: 'ok' }

const disk = openSmallDisk(1024 * 1024)
const log = createLog('redirect', 'silent')
let stored: Awaited<ReturnType<typeof createTestRedis>>
beforeAll(async () => {
  stored = await createTestRedis()
})
afterAll(async () => {
  disk?.close()
  await stored.drop()
})

/** A redirect with a plain link and one that allows many clicks, and what it says about itself. */
async function start(own: Partial<Config>) {
  await stored.client.flushdb()
  const lifecycle = new Lifecycle(log)
  onTestFinished(() => lifecycle.close())
  const line = lifecycle.own('line', await openFaultProxy(new URL(stored.url)), (it) => it.close())
  const fakes = await startFakes(lifecycle)
  const domain = fakes.addDomain({ id: Math.floor(Math.random() * 1e9), name: 'go.example' })
  fakes.addLink(domain, { slug: 'plain' })
  const limited = fakes.addLink(domain, { slug: 'limited', expires_after: 1_000 })
  fakes.limits.set(limited.link_id, { limit: 1_000, taken: 0, granted: 0, used: 0 })
  const redirect = await startTestRedirect(fakes, line.url, own)
  lifecycle.own('redirect', redirect, (it) => it.close())
  const ask = (path: string) => fetch(`http://127.0.0.1:${redirect.adminPort}${path}`)
  const go = async (path: string) => (await visit(redirect.port, 'go.example', path)).status
  const metric = async (name: string) =>
    Number(
      new RegExp(`^fingerpost_${name} (\\S+)`, 'm').exec(await (await ask('/metrics')).text())?.[1],
    )
  await go('/plain')
  await go('/limited')
  return {
    line,
    go,
    metric,
    /** The status of `/readyz`, and the check of the spool. */
    async readiness() {
      const response = await ask('/readyz')
      const { checks } = (await response.json()) as { checks: { spool: string } }
      return { status: response.status, spool: checks.spool }
    },
    /** Visits until a click is lost; returns the number of visits. */
    async visitUntilLost(): Promise<number> {
      const before = await metric('clicks_lost_total')
      let visits = 0
      do {
        expect(await go('/plain')).toBe(302)
        visits++
      } while ((await metric('clicks_lost_total')) === before)
      return visits
    },
  }
}

it('with a full spool, visits go on and are counted as lost, and links with a limit are 503', async () => {
  const { line, go, metric, readiness, visitUntilLost } = await start({ SPOOL_MAX_BYTES: 2_000 })
  await vi.waitFor(async () => expect(await readiness()).toEqual(READY), LONGER)
  expect(await metric('spool_writable')).toBe(1)
  line.set('refuse')
  const before = await metric('clicks_lost_total')

  await visitUntilLost()

  expect(await metric('clicks_lost_total')).toBe(before + 1)
  expect([(await readiness()).spool, await metric('spool_writable')]).toEqual(['unavailable', 0])
  expect([await go('/limited'), await go('/plain')]).toEqual([503, 302])

  line.set('ok')
  await vi.waitFor(async () => expect(await readiness()).toEqual(READY), LONGER)
  await vi.waitFor(async () => expect(await go('/limited')).toBe(302), LONGER)
})

it('the visit of a limited link whose click is the first to be lost is 503', async () => {
  const { line, go } = await start({ SPOOL_MAX_BYTES: 1 })
  line.set('refuse')

  expect(await go('/limited')).toBe(503)
})

it('a spool that cannot be written leaves redirect ready, but degraded', async () => {
  const { readiness } = await start({ SPOOL_MAX_BYTES: 0 })

  const degraded = { status: 200, spool: 'unavailable' }
  await vi.waitFor(async () => expect(await readiness()).toEqual(degraded), LONGER)
})

it.skipIf(!disk)(
  'a full disk is survived with the reserve (needs permission to mount one)',
  async () => {
    const { line, go, metric, readiness, visitUntilLost } = await start({
      SPOOL_DIR: disk?.folder ?? '',
      SPOOL_RESERVE_BYTES: RESERVE,
    })
    const free = () => metric('spool_reserve_free_bytes')
    await vi.waitFor(async () => expect(await free()).toBe(RESERVE), LONGER)
    await vi.waitFor(async () => expect(await queuedClicks(stored.client)).toHaveLength(2), LONGER)
    disk?.fill()
    line.set('refuse')

    for (let i = 0; i < 20; i++) expect(await go('/plain')).toBe(302)
    expect((await readiness()).spool).toBe('ok')
    expect(await free()).toBeLessThan(RESERVE)
    const visits = 20 + (await visitUntilLost())
    expect(visits).toBeGreaterThan(50)
    expect([(await readiness()).spool, await metric('spool_writable')]).toEqual(['unavailable', 0])
    expect(await go('/limited')).toBe(503)

    disk?.free()
    await vi.waitFor(async () => expect((await readiness()).spool).toBe('ok'), LONGER)
    await vi.waitFor(async () => expect(await go('/limited')).toBe(302), LONGER)
    line.set('ok')
    await vi.waitFor(async () => expect(await free()).toBe(RESERVE), LONGER)
    await vi.waitFor(
      async () =>
        // The first two, all but the lost one, and the one to the limited link.
        expect(await queuedClicks(stored.client)).toHaveLength(2 + visits - 1 + 1),
      LONGER,
    )
  },
)
