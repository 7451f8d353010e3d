import { setTimeout as sleep } from 'node:timers/promises'
import type { Logger } from '@fingerpost/kit/log'
import type { Postgres } from '@fingerpost/kit/postgres'
import type { LinkSchema } from '../link.schema.ts'
import { countRepository } from './count.repository.ts'

const EVERY_MS = 2_000
const BATCH = 5_000

/** Folds changes into counts every two seconds, so that few are left to be added up with each list. */
export function startCounts({ db }: Pick<Postgres<LinkSchema>, 'db'>, log: Logger) {
  const stopped = new AbortController()

  async function run(): Promise<void> {
    while (!stopped.signal.aborted) {
      try {
        while ((await countRepository(db).fold(BATCH)) === BATCH && !stopped.signal.aborted);
      } catch (error) {
        log.warn({ err: error }, 'counts of links wait to be folded')
      }
      await sleep(EVERY_MS, undefined, { signal: stopped.signal }).catch(() => {})
    }
  }
  const ended = run()

  return {
    /** Finishes the batch in hand. */
    async close(): Promise<void> {
      stopped.abort()
      await ended
    },
  }
}
