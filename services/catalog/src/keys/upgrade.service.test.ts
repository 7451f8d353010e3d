import { copyFileSync, mkdtempSync, readdirSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createLog } from '@fingerpost/kit/process/log'
import { migrate } from '@fingerpost/kit/stores/migrate'
import { openPostgres } from '@fingerpost/kit/stores/postgres'
import { stores } from '@fingerpost/kit/testing'
import { sql } from 'kysely'
import { afterAll, expect, it } from 'vitest'
import { operator } from '../admin/operator.repository.ts'
import type { CatalogSchema } from '../catalog.schema.ts'

const MIGRATIONS = join(import.meta.dirname, '../../migrations')
const first = mkdtempSync(join(tmpdir(), 'migrations-'))
const name = `test_upgrade_${crypto.randomUUID().replaceAll('-', '')}`
const url = new URL(stores.postgresUrl)
url.pathname = name
const log = createLog('catalog', 'silent')
const admin = openPostgres<object>(stores.postgresUrl, log, 1)
afterAll(async () => {
  rmSync(first, { recursive: true })
  await sql`drop database ${sql.ref(name)} with (force)`.execute(admin.db)
  await admin.close()
})

/** All scopes before members, the audit log and the scopes of the team. */
const GIVEN =
  'link:read link:write analytics:read catalog:read catalog:write bio:read bio:write key:manage webhook:manage'.split(
    ' ',
  )

it('an upgrade gives an API key no scopes, and the operator sees what it lacks', async () => {
  for (const file of readdirSync(MIGRATIONS).filter((it) => it < '0013')) {
    copyFileSync(join(MIGRATIONS, file), join(first, file))
  }
  await migrate(url.href, first)
  const postgres = openPostgres<CatalogSchema>(url.href, log, 1)
  try {
    const { db } = postgres
    await sql`insert into organizations (name, slug) values ('Old', 'old')`.execute(db)
    await sql`insert into users (org_id) values (1)`.execute(db)
    await sql`insert into api_keys (org_id, user_id, name, sha256, last_four, scopes)
      values (1, 1, 'First key', '\\x00', 'abcd', ${GIVEN})`.execute(db)
    await migrate(url.href, MIGRATIONS)

    const [key] = await operator(db).listKeys('1')
    expect(key).toMatchObject({
      scopes: GIVEN,
      lacks: ['member:read', 'member:write', 'audit:read', 'team:write', 'click:erase'],
    })
  } finally {
    await postgres.close()
  }
})
