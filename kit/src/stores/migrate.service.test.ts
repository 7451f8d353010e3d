import { randomBytes } from 'node:crypto'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import pg from 'pg'
import { expect, it } from 'vitest'
import { stores } from '../testing/index.ts'
import { appliedMigrations, migrate } from './migrate.ts'

it('the applied migrations can be read, before the database exists, too, and must not change', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'migrations-'))
  const url = new URL(stores.postgresUrl)
  const name = `test_migrate_${randomBytes(4).toString('hex')}`
  url.pathname = name
  await writeFile(join(folder, '0001_one.sql'), 'create table one (id int)')
  try {
    expect(await appliedMigrations(url.href)).toEqual([])
    expect(await migrate(url.href, folder)).toEqual(['0001_one'])
    expect(await appliedMigrations(url.href)).toEqual(['0001_one.sql'])
    expect(await migrate(url.href, folder)).toEqual([])
    await writeFile(join(folder, '0001_one.sql'), 'create table one (id int, name text)')
    await expect(migrate(url.href, folder)).rejects.toThrow(/0001_one.sql was changed.*org export/)
    expect(await appliedMigrations('postgres://127.0.0.1:1/none')).toBeUndefined()
  } finally {
    await rm(folder, { recursive: true })
    const admin = new pg.Client({ connectionString: stores.postgresUrl })
    await admin.connect()
    await admin.query(`drop database if exists ${name} with (force)`)
    await admin.end()
  }
})
