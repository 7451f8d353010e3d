import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { settle } from './ledger.ts'
import { createLink, rows } from './requests.ts'
import { startTestStack } from './test-stack.ts'
import { metric, visit } from './visitor.ts'

const VISITS = 200

it('with a full spool, visits are still redirected, and a metric and a log line report the loss', async () => {
  const testStack = await startTestStack({ env: { redirect: { SPOOL_MAX_BYTES: '30000' } } })
  try {
    const link = await createLink(testStack)
    expect((await visit(testStack, link.slug)).status).toBe(302)
    await settle(testStack)
    const count = (name: string) => metric(testStack, 'redirect', `fingerpost_clicks_${name}`)
    const before = await count('recorded_total{put="spool"')
    const line = testStack.lines.of('redirect', 'redis')
    line.set('refuse')

    for (let i = 0; i < VISITS; i++) expect((await visit(testStack, link.slug)).status).toBe(302)

    const spooled = (await count('recorded_total{put="spool"')) - before
    const lost = await count('lost_total')
    expect(lost).toBeGreaterThan(0)
    expect(spooled + lost).toBe(VISITS)
    expect(readFileSync(join(testStack.folder, 'logs', 'redirect.log'), 'utf8')).toContain(
      'clicks are lost',
    )

    line.set('ok')
    await settle(testStack)
    const sql = `SELECT count() AS count FROM clicks_raw_v1 WHERE link_id = ${link.id}`
    expect(await rows(testStack, sql)).toEqual([{ count: 1 + spooled }])
  } finally {
    await testStack.close()
  }
})
