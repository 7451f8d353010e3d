import type { ClickHouse } from '../store/clickhouse.client.ts'
import { erasureRepository, isErased } from './erasure.repository.ts'
import type { Criteria } from './erasure.rules.ts'

/** Below the time limit of a read. */
const SECONDS = 3

export interface Preview {
  /** Including those of bots. */
  clicks: number
  links: number
  /** Whether there was time to read all clicks. */
  complete: boolean
}

export const previewRepository = (clickhouse: ClickHouse, seconds = SECONDS) => ({
  /**
   * Counts the stored clicks that meet the criteria, without those that are being erased. Stops
   * after some seconds, with the clicks found until then.
   */
  async count(criteria: Criteria): Promise<Preview> {
    const state = await erasureRepository(clickhouse).stateOf([criteria.org_id])
    const others = (state?.erasing ?? []).map((it) => ` AND NOT (${isErased(it)})`).join('')
    const beganMs = performance.now()
    const [found] = await clickhouse.read<{ clicks: number; links: number }>({
      text: `SELECT count() AS clicks, uniqExact(link_id) AS links FROM clicks_raw_v1
        WHERE ${isErased(criteria)}${others}
        SETTINGS max_execution_time = ${seconds}, timeout_overflow_mode = 'break'`,
      params: {},
    })
    const complete = performance.now() - beganMs < seconds * 1_000
    return { clicks: found?.clicks ?? 0, links: found?.links ?? 0, complete }
  },
})
