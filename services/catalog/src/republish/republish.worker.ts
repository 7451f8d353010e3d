import { startLoop } from '@fingerpost/kit/async/loop'
import type { Logger } from '@fingerpost/kit/process/log'
import type { Postgres } from '@fingerpost/kit/stores/postgres'
import type { CatalogSchema } from '../catalog.schema.ts'
import type { DomainCache } from '../domains/domain.cache.ts'
import { republishRepository } from './republish.repository.ts'

const IDLE_MS = 1_000

/**
 * Processes requests to publish every domain again: each domain gets a new version, and each record
 * in Redis is replaced from Postgres. Two processes may work on one request, which is harmless.
 */
export function startRepublishing(
  { db }: Pick<Postgres<CatalogSchema>, 'db'>,
  cache: DomainCache,
  log: Logger,
) {
  const requests = republishRepository(db)

  async function work(closing: AbortSignal): Promise<void> {
    const request = await requests.next()
    if (request === undefined) return
    const names = await requests.renew()
    for (const name of names) {
      if (closing.aborted) return
      await cache.settle(name)
    }
    for await (const held of cache.names()) {
      for (const name of held) {
        if (closing.aborted) return
        await cache.settle(name)
      }
    }
    await requests.finish(request, names.length)
  }

  /** Closing stops after the current record; the next process starts over. */
  return startLoop({ everyMs: IDLE_MS, failing: 'republishing failed, retrying', log }, work)
}
