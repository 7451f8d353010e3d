import { openSmallDisk } from '@fingerpost/kit/testing/small-disk'
import { afterAll, expect, it } from 'vitest'
import { settle } from './ledger.ts'
import { createLink, rows } from './requests.ts'
import { startTestStack } from './test-stack.ts'
import { until } from './until.ts'
import { metric, statuses, visit } from './visitor.ts'

const RESERVE = 256 * 1024
const BROWSER =
  'Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/140.0 Safari/537.36'
const disk = openSmallDisk(2 * 1024 ** 3)
afterAll(() => disk?.close())

it.skipIf(!disk)(
  'a full disk ends no process and loses only what exceeds the reserve, and all recovers (needs permission to mount one)',
  async () => {
    const testStack = await startTestStack({
      parent: disk?.folder ?? '',
      env: { redirect: { SPOOL_RESERVE_BYTES: `${RESERVE}` } },
    })
    try {
      const link = await createLink(testStack)
      const limited = await createLink(testStack, { expires_after: 1_000 })
      const visitLimited = async () =>
        (await visit(testStack, limited.slug, testStack.url, { 'user-agent': BROWSER })).status
      const gauge = (name: string) => metric(testStack, 'redirect', `fingerpost_${name}`)
      const spoolCheck = async () => {
        const response = await fetch(`${testStack.adminOf('redirect')}/readyz`)
        const { checks } = (await response.json()) as { checks: { spool: string } }
        return checks.spool
      }
      expect([(await visit(testStack, link.slug)).status, await visitLimited()]).toEqual([302, 302])
      await settle(testStack)
      await until(
        async () => (await gauge('spool_reserve_free_bytes')) === RESERVE,
        'a complete reserve',
      )
      const services = testStack.running().filter(({ name }) => testStack.names.includes(name))
      disk?.fill()

      let visits = 1
      while ((await gauge('clicks_lost_total')) === 0) {
        expect(await statuses(testStack, link.slug, 50)).toEqual([302])
        visits += 50
        expect(visits).toBeLessThan(20_000)
      }

      expect(await gauge('clicks_recorded_total{put="spool"')).toBeGreaterThan(100)
      expect([await spoolCheck(), await gauge('spool_writable')]).toEqual(['unavailable', 0])
      expect(await visitLimited()).toBe(503)
      expect(testStack.running()).toEqual(expect.arrayContaining(services))
      // The supervisor can record neither its exit nor the new process.
      await testStack.kill('analytics')
      expect(await statuses(testStack, link.slug, 10)).toEqual([302])
      visits += 10

      disk?.free()
      await until(async () => (await spoolCheck()) === 'ok', 'a spool that can be written')
      await settle(testStack)
      await until(
        async () => (await gauge('spool_reserve_free_bytes')) === RESERVE,
        'a new reserve',
      )
      await until(async () => (await visitLimited()) === 302, 'a visit to a limited link')
      const lost = await gauge('clicks_lost_total')
      const sql = `SELECT count() AS count FROM clicks_raw_v1 WHERE link_id = ${link.id}`
      expect(await rows(testStack, sql)).toEqual([{ count: visits - lost }])
    } finally {
      await testStack.close()
    }
  },
)
