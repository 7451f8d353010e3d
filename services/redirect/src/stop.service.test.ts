import { mkdtemp, rm } from 'node:fs/promises'
import { Agent } from 'node:http'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Lifecycle } from '@fingerpost/kit/process/lifecycle'
import { createLog } from '@fingerpost/kit/process/log'
import { createTestRedis } from '@fingerpost/kit/testing'
import { afterAll, expect, it, vi } from 'vitest'
import {
  queuedClicks,
  spooledClicks,
  startFakes,
  startTestRedirect,
  visit,
} from './testing/redirect.ts'

const lifecycle = new Lifecycle(createLog('redirect', 'silent'))
afterAll(() => lifecycle.close())

it('a process that is stopped under load answers all requests and loses no click', async () => {
  const stored = lifecycle.own('redis', await createTestRedis(), (it) => it.drop())
  const fakes = await startFakes(lifecycle)
  const domain = fakes.addDomain({ id: Math.floor(Math.random() * 1e9), name: 'go.example' })
  fakes.addLink(domain, { slug: 'busy' })
  const folder = await mkdtemp(join(tmpdir(), 'spool-'))
  const redirect = await startTestRedirect(fakes, stored.url, { SPOOL_DIR: folder })
  let [answered, refused, failed] = [0, 0, 0]

  /** Reuses its connection while possible, and stops when a new connection is refused. */
  async function visitor(): Promise<void> {
    const agent = new Agent({ keepAlive: true, maxSockets: 1 })
    for (;;) {
      try {
        const { status } = await visit(redirect.port, 'go.example', '/busy', { agent })
        if (status === 302) answered++
        else failed++
      } catch (error) {
        if ((error as NodeJS.ErrnoException).code === 'ECONNREFUSED') refused++
        else failed++
        return agent.destroy()
      }
    }
  }
  const visitors = Array.from({ length: 40 }, visitor)
  await vi.waitFor(() => expect(answered).toBeGreaterThan(500))

  await redirect.close()
  await Promise.all(visitors)

  expect({ refused, failed }).toEqual({ refused: 40, failed: 0 })
  const spooled = await spooledClicks(folder)
  const ids = [...(await queuedClicks(stored.client)), ...spooled].map(({ id }) => id)
  expect(new Set(ids).size).toBe(answered)
  await rm(folder, { recursive: true })
})
