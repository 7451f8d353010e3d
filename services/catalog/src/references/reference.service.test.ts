import { join } from 'node:path'
import { createLog } from '@fingerpost/kit/process/log'
import { openPostgres } from '@fingerpost/kit/stores/postgres'
import { createTestDatabase } from '@fingerpost/kit/testing'
import { ENOUGH_CALLS, usesCustomPlans } from '@fingerpost/kit/testing/plans'
import { sql } from 'kysely'
import { expect, it, onTestFinished } from 'vitest'
import type { CatalogSchema } from '../catalog.schema.ts'
import { referenceRepository } from './reference.repository.ts'

const migrations = join(import.meta.dirname, '../../migrations')

it('folders are looked up with generic plans', async () => {
  const own = await createTestDatabase('catalog', migrations)
  const postgres = openPostgres<CatalogSchema>(own.url, createLog('test', 'silent'), 1)
  onTestFinished(async () => {
    await postgres.close()
    await own.drop()
  })
  await sql`insert into organizations (name, slug) values ('Team', 'team')`.execute(postgres.db)
  await sql`insert into folders (org_id, name, name_key)
    select org.id, 'Folder ' || n, 'folder ' || n
    from generate_series(1, 2000) as n, organizations as org where slug = 'team'`.execute(
    postgres.db,
  )
  await sql`vacuum analyze folders`.execute(postgres.db)
  const references = referenceRepository(postgres)

  for (let n = 1; n <= ENOUGH_CALLS; n++) {
    expect(await references.named('folders', 1, [`Folder ${n}`])).toEqual([
      { name: `Folder ${n}`, id: n },
    ])
    expect(await references.folders(1, [n])).toMatchObject([{ name: `Folder ${n}` }])
  }

  expect(await usesCustomPlans(postgres.db)).toEqual({
    'folders-describe': false,
    'folders-named': false,
  })
})
