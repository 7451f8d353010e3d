import type { Logger } from '@fingerpost/kit/log'
import { startLoop } from '@fingerpost/kit/loop'
import type { Postgres } from '@fingerpost/kit/postgres'
import type { LinkSchema } from '../link.schema.ts'
import { countRepository } from './count.repository.ts'

const EVERY_MS = 2_000
const BATCH = 5_000

/** Folds changes into counts every two seconds, so that few are left to be added up with each list. */
export function startCounts({ db }: Pick<Postgres<LinkSchema>, 'db'>, log: Logger) {
  /** Closing finishes the current batch. */
  return startLoop(
    { everyMs: EVERY_MS, failing: 'counts of links wait to be folded', log },
    async () => (await countRepository(db).fold(BATCH)) === BATCH,
  )
}
