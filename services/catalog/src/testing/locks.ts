import { sql } from 'kysely'
import { expect, vi } from 'vitest'
import type { TestCatalog } from './stack.ts'

/** Resolves once this many statements wait for a lock. */
export const untilWaiting = ({ postgres }: TestCatalog, count: number) =>
  vi.waitFor(
    async () => {
      const { rows } = await sql`select from pg_stat_activity
        where datname = current_database() and wait_event_type = 'Lock'`.execute(postgres.db)
      expect(rows).toHaveLength(count)
    },
    { interval: 10, timeout: 10_000 },
  )
