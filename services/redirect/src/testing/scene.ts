import type { Lifecycle } from '@fingerpost/kit/process/lifecycle'
import { createRecords } from '@fingerpost/kit/stores/versioned-cache'
import { createTestRedis } from '@fingerpost/kit/testing'
import type { Click } from '@fingerpost/protos/click/v1/click'
import { SlugRecord } from '@fingerpost/protos/link/v1/slug'
import { expect, vi } from 'vitest'
import { queuedClicks, startFakes, startTestRedirect, visit } from './redirect.ts'

/** A redirect process with a separate Redis and the domain go.example. */
export async function startScene(lifecycle: Lifecycle) {
  const stored = lifecycle.own('redis', await createTestRedis(), (it) => it.drop())
  const redis = stored.client
  const records = createRecords(redis, SlugRecord)
  const fakes = await startFakes(lifecycle)
  const redirect = await startTestRedirect(fakes, stored.url)
  lifecycle.own('redirect', redirect, (it) => it.close())
  const { port } = redirect
  const domain = fakes.addDomain({ id: Math.floor(Math.random() * 1e9), name: 'go.example' })

  const go = (path: string, options: Parameters<typeof visit>[3] = {}) =>
    visit(port, 'go.example', path, options)
  const keyOf = ({ domain_id: domainId, slug }: SlugRecord) =>
    `slug:${domainId}:${slug.toLowerCase()}`
  /** Writes a record to Redis as link does, which publishes the change. */
  const put = (record: SlugRecord) => records.put(keyOf(record), record)

  return {
    redis,
    fakes,
    port,
    domain,
    go,
    put,

    /** Waits for the clicks of a link: on a busy machine, some pass through the spool. */
    async clicksOf(slug: string, count: number): Promise<Click[]> {
      const clicks = async () => (await queuedClicks(redis)).filter((it) => it.slug === slug)
      await vi.waitFor(async () => expect(await clicks()).toHaveLength(count), { timeout: 10_000 })
      return clicks()
    },

    /** Resolves when all earlier changes were received; they arrive in order. */
    async announced(): Promise<void> {
      const held = fakes.slugs.get(`slug:${domain.id}:mark`)
      const record = { ...(held ?? fakes.addLink(domain, { slug: 'mark' })) }
      record.version++
      record.url = `https://mark.example/${record.version}`
      fakes.slugs.set(keyOf(record), record)
      await put(record)
      const seen = async () => expect((await go('/mark')).location).toBe(record.url)
      await vi.waitFor(seen, { interval: 5 })
    },
  }
}

export type Scene = Awaited<ReturnType<typeof startScene>>
