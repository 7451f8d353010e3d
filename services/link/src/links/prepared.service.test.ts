import { join } from 'node:path'
import { wholeTeam } from '@fingerpost/kit/grpc/context'
import { createLog } from '@fingerpost/kit/process/log'
import { openPostgres } from '@fingerpost/kit/stores/postgres'
import { createTestDatabase } from '@fingerpost/kit/testing'
import { ENOUGH_CALLS, usesCustomPlans } from '@fingerpost/kit/testing/plans'
import { sql } from 'kysely'
import { expect, it, onTestFinished } from 'vitest'
import { auditRepository } from '../audits/audit.repository.ts'
import type { LinkSchema } from '../link.schema.ts'
import { readRepository } from '../rows/read.repository.ts'
import { slugRepository } from '../slugs/slug.repository.ts'

const migrations = join(import.meta.dirname, '../../migrations')
const LINKS = 500

/** A connection to links 1 to LINKS of team 7, with slugs "s1" to "s500" on domain 1. */
async function openLinks() {
  const own = await createTestDatabase('link', migrations)
  const postgres = openPostgres<LinkSchema>(own.url, createLog('test', 'silent'), 1)
  onTestFinished(async () => {
    await postgres.close()
    await own.drop()
  })
  await sql`insert into links (org_id, user_id, domain_id, domain, slug, slug_key, url, title)
    select 7, 1, 1, 'go.example', 's' || n, 's' || n, 'https://shop.example/' || n, 'Article ' || n
    from generate_series(1, ${LINKS}) as n`.execute(postgres.db)
  await sql`vacuum analyze links`.execute(postgres.db)
  return postgres
}

/** Calls each statement as often as Postgres needs to choose the plan that it keeps. */
async function callOften(postgres: Awaited<ReturnType<typeof openLinks>>) {
  const links = readRepository(postgres)
  const slugs = slugRepository(postgres)
  const audits = auditRepository(postgres)
  const team = wholeTeam(7)
  for (let n = 1; n <= ENOUGH_CALLS; n++) {
    await links.get(team, [n])
    await links.getDeleted(team, [n])
    await links.taken([{ domainId: 1, key: `s${n}` }])
    await slugs.findAll([{ domainId: 1, slugKey: `s${n}` }])
    await audits.correct([{ link_id: n, clicks_before: 0, clicks: 1, clicked_at_ms: 1 }])
  }
}

it('statements with arrays use a generic plan after their first calls', async () => {
  const postgres = await openLinks()

  await callOften(postgres)

  expect(await usesCustomPlans(postgres.db)).toEqual({
    'audit-correct': false,
    'links-deleted-fit': false,
    'links-fit': false,
    'slugs-find': false,
    'slugs-taken': false,
  })
})

it.each([
  ['links-fit', "7, '{1}', 1000, null"],
  ['links-deleted-fit', "7, '{1}', 1000, null"],
  ['slugs-find', "'{1}', '{s1}', 1000"],
  ['slugs-taken', "'{1}', '{s1}'"],
])('the plan that %s keeps was made for few links, and uses the index', async (name, values) => {
  const postgres = await openLinks()
  await callOften(postgres)

  const { rows } = await sql<{ 'QUERY PLAN': string }>`
    explain execute ${sql.raw(`"${name}" (${values})`)}`.execute(postgres.db)

  const plan = rows.map((it) => it['QUERY PLAN']).join('\n')
  expect(plan).toContain('on links')
  expect(plan).not.toContain('Seq Scan')
})
