import { sql } from 'kysely'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { Lifecycle } from '../process/lifecycle.ts'
import { createLog } from '../process/log.ts'
import { openPostgres } from '../stores/postgres.ts'
import { stores } from '../testing/index.ts'
import { reserveIds } from './table.ts'

const log = createLog('kit', 'silent')
const lifecycle = new Lifecycle(log)
const sequence = `reserved_${crypto.randomUUID().replaceAll('-', '')}`
let postgres: ReturnType<typeof openPostgres<object>>

beforeAll(async () => {
  // On a busy machine, 40 requests at once wait longer for one of ten connections than the product does.
  postgres = lifecycle.own(
    'postgres',
    openPostgres<object>(stores.postgresUrl, log, 10, 10_000),
    (it) => it.close(),
  )
  await sql`create sequence ${sql.ref(sequence)}`.execute(postgres.db)
  lifecycle.own('sequence', sequence, (it) =>
    sql`drop sequence ${sql.ref(it)}`.execute(postgres.db).then(() => {}),
  )
})
afterAll(() => lifecycle.close())

it('concurrent reservations never overlap, and the sequence continues after all of them', async () => {
  const reserve = reserveIds(postgres.db, { sequence })
  const counts = Array.from({ length: 40 }, (_, i) => (i % 2 ? 1 : 1_000_000))

  const firsts = await Promise.all(counts.map((count) => reserve(count)))

  const ranges = firsts.map((first, i) => ({ first, last: first + counts[i]! - 1 }))
  ranges.sort((a, b) => a.first - b.first)
  expect(ranges.filter(({ first }, i) => i > 0 && first <= ranges[i - 1]!.last)).toEqual([])
  const { rows } = await sql<{ next: number }>`select nextval(${sequence}) as next`.execute(
    postgres.db,
  )
  expect(Number(rows[0]?.next)).toBeGreaterThan(ranges.at(-1)!.last)
})
