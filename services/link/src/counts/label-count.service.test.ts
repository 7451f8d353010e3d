import { join } from 'node:path'
import { Lifecycle } from '@fingerpost/kit/process/lifecycle'
import { createLog } from '@fingerpost/kit/process/log'
import { openPostgres, type Postgres } from '@fingerpost/kit/stores/postgres'
import { openReads } from '@fingerpost/kit/stores/replica'
import { createTestDatabase } from '@fingerpost/kit/testing'
import type { LabelCount } from '@fingerpost/protos/link/v1/link'
import fc from 'fast-check'
import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest'
import type { LinkSchema } from '../link.schema.ts'
import { truncate } from '../testing/truncate.ts'
import { labelCountHandlers } from './label-count.handlers.ts'

const log = createLog('link', 'silent')
const lifecycle = new Lifecycle(log)
let postgres: Postgres<LinkSchema>
let counts: ReturnType<typeof labelCountHandlers>

beforeAll(async () => {
  const migrations = join(import.meta.dirname, '../../migrations')
  const own = lifecycle.own('db', await createTestDatabase('link', migrations), (it) => it.drop())
  postgres = lifecycle.own('pool', openPostgres<LinkSchema>(own.url, log, 4), (it) => it.close())
  const reads = lifecycle.own('replica', openReads(postgres, '', log), (it) => it.close())
  counts = labelCountHandlers(reads)
})
afterAll(() => lifecycle.close())
beforeEach(() => truncate(postgres.db, 'links', 'link_clicks', 'outbox'))

const LABELS = [1, 2, 3]
const link = fc.record({
  org: fc.constantFrom(7, 7, 7, 8),
  user: fc.constantFrom(70, 71),
  folder: fc.option(fc.constantFrom(...LABELS, 4)),
  tags: fc.uniqueArray(fc.constantFrom(...LABELS, 4)),
  clicks: fc.nat(1_000),
  deleted: fc.boolean(),
})
type Row = typeof link extends fc.Arbitrary<infer R> ? R : never

const insert = (rows: readonly Row[]) =>
  sql`
    with added as (
      insert into links (id, org_id, user_id, domain_id, domain, slug, slug_key, url, folder_id, tag_ids)
      overriding system value
      select at, (it ->> 'org')::bigint, (it ->> 'user')::bigint, 1, 'go.example', at, at, 'https://e.com/',
        (it ->> 'folder')::bigint, array(select jsonb_array_elements_text(it -> 'tags'))::bigint[]
      from jsonb_array_elements(${JSON.stringify(rows)}::jsonb) with ordinality as rows (it, at)
    ) select`.execute(postgres.db)

const clickAndDelete = async (rows: readonly Row[]) => {
  for (const [i, { clicks, deleted }] of rows.entries()) {
    await sql`update link_clicks set clicks = ${clicks} where link_id = ${i + 1}`.execute(
      postgres.db,
    )
    if (deleted)
      await sql`update links set deleted_at = now() where id = ${i + 1}`.execute(postgres.db)
  }
}

/** The model: counts link by link. */
function countsOf(rows: readonly Row[], has: (row: Row, id: number) => boolean): LabelCount[] {
  return LABELS.map((id) => {
    const its = rows.filter((row) => !row.deleted && has(row, id))
    return { id, links: its.length, clicks: its.reduce((sum, { clicks }) => sum + clicks, 0) }
  }).filter(({ links }) => links > 0)
}

const asked = async (request: object, ownOnly: boolean) => {
  const caller = () => ({ orgId: 7, userId: 70, scopes: [], ownOnly })
  const context = { caller, requestId: '', isCancelled: () => false, leftMs: () => 5_000, log }
  const answer = await counts.countByLabel({ folder_ids: [], tag_ids: [], ...request }, context)
  return answer.counts.sort((a, b) => a.id - b.id)
}

it('counts the links and clicks of each folder and tag as the model does, within reach', async () => {
  for (const rows of fc.sample(fc.array(link, { maxLength: 40 }), 12)) {
    await truncate(postgres.db, 'links', 'link_clicks', 'outbox')
    await insert(rows)
    await clickAndDelete(rows)
    for (const ownOnly of [false, true]) {
      const reached = rows.filter(({ org, user }) => org === 7 && (!ownOnly || user === 70))
      expect(await asked({ folder_ids: LABELS }, ownOnly)).toEqual(
        countsOf(reached, ({ folder }, id) => folder === id),
      )
      expect(await asked({ tag_ids: LABELS }, ownOnly)).toEqual(
        countsOf(reached, ({ tags }, id) => tags.includes(id)),
      )
    }
  }
})

it('rejects more ids than a page has', async () => {
  const ids = Array.from({ length: 101 }, (_, i) => i + 1)

  await expect(asked({ tag_ids: ids }, false)).rejects.toMatchObject({ code: 'invalid_request' })
  expect(await asked({}, false)).toEqual([])
})
