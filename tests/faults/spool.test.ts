import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { openHouse } from './house.ts'
import { settle } from './ledger.ts'
import { createLink, rows } from './reach.ts'
import { metric, visit } from './visitor.ts'

const VISITS = 200

it('with a full spool, visits are still redirected, and a metric and a log line report the loss', async () => {
  const house = await openHouse({ env: { redirect: { SPOOL_MAX_BYTES: '30000' } } })
  try {
    const link = await createLink(house)
    expect((await visit(house, link.slug)).status).toBe(302)
    await settle(house)
    const line = house.lines.of('redirect', 'redis')
    line.set('refuse')

    for (let i = 0; i < VISITS; i++) expect((await visit(house, link.slug)).status).toBe(302)

    const put = (where: string) =>
      metric(house, 'redirect', `fingerpost_clicks_recorded_total{put="${where}"`)
    const [spooled, nowhere] = [await put('spool'), await put('nowhere')]
    expect(nowhere).toBeGreaterThan(0)
    expect(spooled + nowhere).toBe(VISITS)
    expect(readFileSync(join(house.folder, 'logs', 'redirect.log'), 'utf8')).toContain(
      'clicks are lost',
    )

    line.set('ok')
    await settle(house)
    const sql = `SELECT count() AS count FROM clicks_raw_v1 WHERE link_id = ${link.id}`
    expect(await rows(house, sql)).toEqual([{ count: 1 + spooled }])
  } finally {
    await house.close()
  }
})
