import { spawn } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { setTimeout as pass } from 'node:timers/promises'
import { askClickHouse } from '@fingerpost/kit/testing/clickhouse'
import { afterAll, describe, expect, it, vi } from 'vitest'
import { teamWithDomains } from '../domains.ts'
import { canCall, serviceEnv } from '../internal-clients.ts'
import { admin, customer, localStack } from '../stack.ts'

const CLICKS = 300_000
const LINKS = 200
/** Both commands peaked at 190 MB for 200,000 clicks. In memory, the lines of this test would add 200 MB. */
const MEMORY_MB = 300
const folder = mkdtempSync(join(tmpdir(), 'moving-'))
afterAll(() => rmSync(folder, { recursive: true }))

const main = join(import.meta.dirname, '../../gateway/src/admin/main.ts')
const measure = `process.on('exit', () => console.error('peak', process.resourceUsage().maxRSS))`

/** Runs a command for whole teams; returns its output and its peak memory. */
function run(...words: string[]) {
  const flags = ['--import', `data:text/javascript,${encodeURIComponent(measure)}`]
  const child = spawn(process.execPath, [...flags, main, 'org', ...words], { env: serviceEnv() })
  const output = Promise.all([text(child.stdout), text(child.stderr)])
  const ended = output.then(([out, errors]) => {
    const peakMb = Number(/peak (\d+)/.exec(errors)?.[1]) / 1_024
    return { out: out && (JSON.parse(out) as { org_id: string }), errors, peakMb }
  })
  return { child, ended }
}

describe.runIf(canCall())('a team with hundreds of thousands of clicks', () => {
  it('moves in constant memory, although its import is killed again and again', async () => {
    const clickhouse = localStack()?.stores.clickhouse_url ?? ''
    const team = await teamWithDomains('Large')
    const domain = await team.create()
    const links = await Promise.all(Array.from({ length: LINKS }, () => team.link(domain.id)))
    await askClickHouse(
      clickhouse,
      `INSERT INTO analytics.clicks_raw_v1 (id, created_at, org_id, link_id, domain_id, domain, slug, short_url,
         title, url, ip, browser, os, device, country, city, referer, query, is_bot)
       SELECT generateUUIDv7(number), now() - INTERVAL number * 20 SECOND, ${team.orgId},
         [${links.map(({ id }) => id)}][number % ${LINKS} + 1], ${domain.id}, '${domain.name}', toString(number % ${LINKS}),
         'https://${domain.name}/x', 'x', 'https://example.com/a/long/path?of=some&length=100',
         IPv4NumToString(toUInt32(number * 7919)), ['Firefox', 'Chrome', 'Safari'][number % 3 + 1], 'Linux', 'Desktop',
         ['CZ', 'DE', 'FR', 'JP'][number % 4 + 1], 'Prague', 'news.example', '{}', number % 10 = 0
       FROM numbers(${CLICKS}) SETTINGS max_partitions_per_insert_block = 0`,
    )
    const file = join(folder, 'team.zip')
    const began = performance.now()
    const exported = await run('export', team.orgId, file).ended
    const exportSeconds = (performance.now() - began) / 1_000
    expect(exported.out).toMatchObject({ exported: { clicks: CLICKS, links: LINKS } })
    expect(exported.peakMb).toBeLessThan(MEMORY_MB)

    const { org_id: orgId } = await admin<{ org_id: string }>('org', 'create', 'Target')
    const held = async () =>
      Number(
        await askClickHouse(
          clickhouse,
          `SELECT count() FROM analytics.clicks_raw_v1 WHERE org_id = ${orgId}`,
        ),
      )
    for (const part of [1, 100_000]) {
      const { child, ended } = run('import', file, '--org', orgId)
      while (child.exitCode === null && (await held()) < part) await pass(20)
      child.kill('SIGKILL')
      await ended
      expect(await held()).toBeLessThan(CLICKS)
    }
    const again = performance.now()
    const { out, errors, peakMb } = await run('import', file, '--org', orgId).ended
    const importSeconds = (performance.now() - again) / 1_000
    expect(out, errors).toMatchObject({ org_id: orgId, imported: { clicks: CLICKS } })
    expect(peakMb).toBeLessThan(MEMORY_MB)
    console.info({ exportPeakMb: exported.peakMb, exportSeconds, peakMb, importSeconds })
    expect(await held()).toBe(CLICKS)

    const { api_key: key } = await admin<{ api_key: string }>('key', 'create', '--org', orgId)
    const reports = async (api: typeof team.api) => {
      const paths = ['summary', 'clicks?period=all', 'countries?period=all', 'browsers?period=all']
      const read = await Promise.all(paths.map((path) => api('GET', `/analytics/${path}`)))
      return read.map(({ body }) => body)
    }
    const moved = customer(key)
    await vi.waitFor(async () => {
      expect(await reports(moved)).toEqual(await reports(team.api))
      const path = '/link?limit=100&sort=clicks'
      const { body } = await moved<{ items: { clicks: number }[] }>('GET', path)
      // Every tenth click is of a bot, so all clicks of a tenth of the links are.
      const totals = new Set(body.items.map(({ clicks }) => clicks))
      expect(totals).toEqual(new Set([0, CLICKS / LINKS]))
    }, 30_000)
  })
})
