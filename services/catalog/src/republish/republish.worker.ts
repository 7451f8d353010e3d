import { setTimeout as sleep } from 'node:timers/promises'
import type { Logger } from '@fingerpost/kit/log'
import type { Postgres } from '@fingerpost/kit/postgres'
import type { CatalogSchema } from '../catalog.schema.ts'
import type { DomainCache } from '../domains/domain.cache.ts'
import { republishRepository } from './republish.repository.ts'

const IDLE_MS = 1_000

/**
 * Processes requests to publish every domain again: each domain gets a new version, and each record in
 * Redis is replaced from Postgres. Two processes may work on one request, which is harmless.
 */
export function startRepublishing(
  { db }: Pick<Postgres<CatalogSchema>, 'db'>,
  cache: DomainCache,
  log: Logger,
) {
  const stopped = new AbortController()
  const requests = republishRepository(db)

  async function work(): Promise<void> {
    const request = await requests.next()
    if (request === undefined) return
    const names = await requests.renew()
    for (const name of names) {
      if (stopped.signal.aborted) return
      await cache.settle(name)
    }
    for await (const held of cache.names()) {
      for (const name of held) {
        if (stopped.signal.aborted) return
        await cache.settle(name)
      }
    }
    await requests.finish(request, names.length)
  }

  const run = async () => {
    while (!stopped.signal.aborted) {
      await work().catch((error: unknown) => log.warn({ err: error }, 'republishing waits'))
      await sleep(IDLE_MS, undefined, { signal: stopped.signal }).catch(() => {})
    }
  }
  const running = run()

  return {
    /** Stops after the current record; the next process starts over. */
    async close(): Promise<void> {
      stopped.abort()
      await running
    },
  }
}
