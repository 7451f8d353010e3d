import type { ClickHouse } from '../store/clickhouse.client.ts'
import {
  type VisitorDayRepository,
  visitorDayRepository,
} from '../visitors/visitor-day.repository.ts'
import { countVisitors } from '../visitors/visitor-day.worker.ts'
import { log } from './stack.ts'

/** Counts of visitors in a test database, whose days have been known or changed for an hour. */
export function openVisitorCounts(clickhouse: ClickHouse) {
  const store = visitorDayRepository(clickhouse, '')

  return {
    store,

    /** Makes all changes of days old enough for the days to be counted. */
    async settle(): Promise<void> {
      if (!(await store.known())) await store.begin()
      await clickhouse.command('DROP TABLE IF EXISTS settled')
      await clickhouse.command('RENAME TABLE visitor_days_v1 TO settled')
      await clickhouse.command('CREATE TABLE visitor_days_v1 AS settled')
      await clickhouse.command(`INSERT INTO visitor_days_v1 (org_id, day, generation, at)
        SELECT org_id, day, generation, at - INTERVAL 1 HOUR FROM settled FINAL`)
    },

    count: (of: VisitorDayRepository = store, closing?: AbortSignal) =>
      countVisitors({ store: of, log }, closing),

    /** Notes and counts all days of clicks in the table. */
    async countAll(): Promise<void> {
      await this.settle()
      await this.count()
    },

    /** The counted and the open days of a team. */
    days: (orgId: number) =>
      clickhouse.read<{ counted: number; open: number }>({
        text: `SELECT countIf(generation != 0) AS counted, countIf(generation = 0) AS open
          FROM visitor_days_v1 FINAL WHERE org_id = {orgId:UInt64}`,
        params: { orgId },
      }),
  }
}
