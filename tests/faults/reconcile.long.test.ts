import { execFile } from 'node:child_process'
import { promisify } from 'node:util'
import { createLog } from '@fingerpost/kit/process/log'
import { openPostgres } from '@fingerpost/kit/stores/postgres'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { settle } from './ledger.ts'
import { call, createLink, type Link } from './requests.ts'
import { root, startTestStack, type TestStack } from './test-stack.ts'
import { visit } from './visitor.ts'

const VISITS = 30

interface Reconciled {
  links: number
  differences: { link_id: string; recorded: number; shown: number; wrong: string[] }[]
  mended: string[]
}

let testStack: TestStack
let postgres: ReturnType<typeof openPostgres>
beforeAll(async () => {
  testStack = await startTestStack()
  const url = testStack.environment('link').DATABASE_URL ?? ''
  postgres = openPostgres(url, createLog('test', 'silent'), 1)
})
afterAll(async () => {
  await postgres?.close()
  await testStack?.close()
})

/** `reconcile` as in a container: with the environment of the click worker. */
async function reconcile(...words: string[]): Promise<Reconciled> {
  const main = 'services/analytics/src/reconcile/main.ts'
  const { stdout } = await promisify(execFile)(process.execPath, [main, ...words], {
    cwd: root,
    env: testStack.environment('click-worker'),
  })
  return JSON.parse(stdout)
}

async function visited(fields: object = {}): Promise<Link> {
  const link = await createLink(testStack, fields)
  for (let i = 0; i < VISITS; i++) expect((await visit(testStack, link.slug)).status).toBe(302)
  await settle(testStack)
  return link
}

const breakTotal = (link: Link, clicks: number) =>
  postgres.prepared('break', 'update link_clicks set clicks = $2 where link_id = $1', [
    link.id,
    clicks,
  ])

const shown = async (link: Link) =>
  (await call<{ clicks: number }>(testStack, 'GET', `/link/${link.id}`)).body.clicks

it('totals that are too small or too large are reported and corrected', async () => {
  const [small, large, right] = [await visited(), await visited(), await visited()]
  await breakTotal(small, 3)
  await breakTotal(large, 4_711)

  const looked = await reconcile('--check')
  expect(looked.differences).toMatchObject([
    { link_id: small.id, recorded: VISITS, shown: 3, wrong: ['shown'] },
    { link_id: large.id, recorded: VISITS, shown: 4_711, wrong: ['shown'] },
  ])
  expect(looked.mended).toEqual([])
  expect(await shown(large)).toBe(4_711)

  const { differences, mended } = await reconcile()
  expect(differences).toEqual(looked.differences)
  expect(mended).toEqual([small.id, large.id])
  expect(await Promise.all([small, large, right].map(shown))).toEqual([VISITS, VISITS, VISITS])
  expect((await reconcile('--check')).differences).toEqual([])
})

it('a link with a click limit never exceeds it, even after its counters lost their grants', async () => {
  const limit = VISITS + 10
  const link = await visited({ expires_after: limit })
  await postgres.prepared(
    'forget',
    'update link_clicks set taken = 0, granted = 0 where link_id = $1',
    [link.id],
  )
  await testStack.redis.hset(`clicks-taken:${link.id}`, { used: 1, elsewhere: 0, granted: 1 })

  const { differences } = await reconcile()
  expect(differences).toMatchObject([
    { link_id: link.id, wrong: ['given_postgres', 'given_redis'], given: { limit, redis: 1 } },
  ])
  expect((await reconcile('--check')).differences).toEqual([])

  let more = 0
  for (let i = 0; i < 20; i++) if ((await visit(testStack, link.slug)).status === 302) more++
  expect(more).toBeGreaterThan(0)
  expect(more).toBeLessThanOrEqual(limit - VISITS)
})
