import { startLoop } from '@fingerpost/kit/async/loop'
import type { Logger } from '@fingerpost/kit/process/log'
import type { Postgres } from '@fingerpost/kit/stores/postgres'
import type { LinkSchema } from '../link.schema.ts'
import { countRepository } from './count.repository.ts'

const EVERY_MS = 2_000
const BATCH = 5_000

/**
 * Folds pending changes into the counts every two seconds, so that each list has few of them to
 * sum.
 */
export function startCounts({ db }: Pick<Postgres<LinkSchema>, 'db'>, log: Logger) {
  /** Closing finishes the current batch. */
  return startLoop(
    { everyMs: EVERY_MS, failing: 'folding link counts failed, retrying', log },
    async () => (await countRepository(db).fold(BATCH)) === BATCH,
  )
}
