import { mkdtempSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Lifecycle } from '@fingerpost/kit/process/lifecycle'
import { createLog } from '@fingerpost/kit/process/log'
import { createTestRedis } from '@fingerpost/kit/testing'
import { openFaultProxy } from '@fingerpost/kit/testing/fault-proxy'
import { CLICK_QUEUES } from '@fingerpost/protos/redis-keys'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { type Fakes, queuedJobs, startFakes, startTestRedirect, visit } from './testing/redirect.ts'
import { spooledJobs } from './testing/spool.ts'

const LINKS = [30, 31, 32, 33, 34, 35]

let lifecycle: Lifecycle
let stored: Awaited<ReturnType<typeof createTestRedis>>
let line: Awaited<ReturnType<typeof openFaultProxy>>
let fakes: Fakes

beforeEach(async () => {
  lifecycle = new Lifecycle(createLog('redirect', 'silent'))
  stored = lifecycle.own('redis', await createTestRedis(), (it) => it.drop())
  line = lifecycle.own('line', await openFaultProxy(new URL(stored.url)), (it) => it.close())
  fakes = await startFakes(lifecycle)
  const domain = fakes.addDomain({ id: 1, name: 'go.example' })
  for (const id of LINKS) fakes.addLink(domain, { slug: `s${id}`, link_id: id })
})
afterEach(() => lifecycle.close())

const start = async (queues: number, SPOOL_DIR = mkdtempSync(join(tmpdir(), 'spool-'))) =>
  lifecycle.own(
    'redirect',
    await startTestRedirect(fakes, line.url, { CLICK_QUEUES: queues, SPOOL_DIR }),
    (it) => it.close(),
  )

async function visitAll(port: number) {
  const answers = await Promise.all(LINKS.map((id) => visit(port, 'go.example', `/s${id}`)))
  expect(answers.map(({ status }) => status)).toEqual(LINKS.map(() => 302))
}

/** The sorted ids of links with clicks in each queue, up to the last one with clicks. */
async function linksByQueue(): Promise<number[][]> {
  const jobs = await Promise.all(CLICK_QUEUES.map((name) => queuedJobs(stored.client, name)))
  const links = jobs.map((of) =>
    of.flatMap(({ clicks }) => clicks.map((it) => it.link_id)).sort((a, b) => a - b),
  )
  return links.slice(0, links.findLastIndex((it) => it.length > 0) + 1)
}

it('clicks are in the queue of their link', async () => {
  const { port } = await start(3)

  await visitAll(port)
  await visitAll(port)

  await vi.waitFor(
    async () =>
      expect(await linksByQueue()).toEqual([
        [30, 30, 33, 33],
        [31, 31, 34, 34],
        [32, 32, 35, 35],
      ]),
    { timeout: 10_000 },
  )
})

it('one queue is the default', async () => {
  const { port } = await start(1)

  await visitAll(port)

  await vi.waitFor(async () => expect(await linksByQueue()).toEqual([LINKS]), { timeout: 10_000 })
})

it('spooled clicks go to their queue under their ids, even if fewer queues are in use by then', async () => {
  const before = await start(3)
  line.set('refuse')
  await visitAll(before.port)
  const held = await spooledJobs(before.folder)
  expect(new Set(held.map(({ queue }) => queue))).toEqual(new Set([0, 1, 2]))
  await before.close()

  await start(1, before.folder)
  line.set('ok')

  for (const { id, queue } of held) {
    const ids = async () =>
      (await queuedJobs(stored.client, CLICK_QUEUES[queue])).map((it) => it.id)
    await vi.waitFor(async () => expect(await ids()).toContain(id), { timeout: 20_000 })
  }
  expect(await linksByQueue()).toEqual([
    [30, 33],
    [31, 34],
    [32, 35],
  ])
})
