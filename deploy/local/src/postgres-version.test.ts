import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { requireVersion } from './postgres-version.ts'
import { temporaryFolder } from './testing/index.ts'

it('a data folder of another major version of Postgres is rejected with upgrade instructions', () => {
  const folder = temporaryFolder()
  const madeBy = (version: string) => () => {
    writeFileSync(join(folder, 'PG_VERSION'), `${version}\n`)
    requireVersion(folder, '18.4 from npm')
  }

  expect(() => requireVersion(folder, '18.4 from npm')).not.toThrow()
  expect(madeBy('18')).not.toThrow()
  expect(madeBy('16')).toThrow(
    /belongs to Postgres 16, and this release runs Postgres 18.*back it up.*restore/,
  )
})
