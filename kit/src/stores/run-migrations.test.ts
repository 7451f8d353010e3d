import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, expect, it } from 'vitest'
import { waitForMigrations } from './run-migrations.ts'

const folder = mkdtempSync(join(tmpdir(), 'migrations-'))
for (const name of ['0001_one.sql', '0002_two.sql', 'README.md']) {
  writeFileSync(join(folder, name), '')
}
afterAll(() => rmSync(folder, { recursive: true }))

/** How often the applied migrations were read until the wait was over. */
async function reads(...answers: (string[] | undefined)[]): Promise<number> {
  let count = 0
  await waitForMigrations({ folder, applied: async () => answers[count++] }, 1)
  return count
}

it('waits until every migration of the folder has been applied', async () => {
  expect(await reads([], ['0001_one.sql'], ['0001_one.sql', '0002_two.sql'])).toBe(3)
  expect(await reads(['0001_one.sql', '0002_two.sql', '0003_of_the_next_release.sql'])).toBe(1)
})

it('does not wait for a store that is unavailable', async () => {
  expect(await reads([], undefined)).toBe(2)
})
