import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, it, onTestFinished } from 'vitest'
import { requireVersion } from './postgres-version.ts'

it('a data folder of another major version of Postgres is rejected with upgrade instructions', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'pg-version-'))
  onTestFinished(() => rmSync(folder, { recursive: true }))
  const postgres = join(folder, 'postgres')
  writeFileSync(postgres, '#!/bin/sh\necho "postgres (PostgreSQL) 18.4"\n', { mode: 0o755 })
  const madeBy = (version: string) => {
    writeFileSync(join(folder, 'PG_VERSION'), `${version}\n`)
    return requireVersion(folder, postgres)
  }

  await expect(requireVersion(folder, postgres)).resolves.toBeUndefined()
  await expect(madeBy('18')).resolves.toBeUndefined()
  await expect(madeBy('16')).rejects.toThrow(
    /belongs to Postgres 16, and this release runs Postgres 18.*back it up.*restore/,
  )
})
