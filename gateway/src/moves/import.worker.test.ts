import { createWriteStream, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pipeline } from 'node:stream/promises'
import { OBJECTS } from '@fingerpost/protos/objects'
import { afterAll, expect, it } from 'vitest'
import { exportTeam } from './export.worker.ts'
import { type ImportParts, importTeam } from './import.worker.ts'

const folder = mkdtempSync(join(tmpdir(), 'import-'))
afterAll(() => rmSync(folder, { recursive: true }))
const path = join(folder, 'team.zip')

/** Services whose kinds have one line each, and in which every export was imported into team 9. */
function openParts({ finished = true } = {}) {
  const mover = {
    readLines: async () => ({ text: Buffer.from('{}\n'), version: 1 }),
    checkLines: async ({ kind }: { kind: string }) => ({
      ...{ errors: [], ids: {}, keys: [] },
      ...(kind === 'notes' ? { counted: 3, quota: 2 } : { counted: 9, quota: 0 }),
    }),
  }
  const owners = Object.keys(OBJECTS)
  return {
    movers: Object.fromEntries(owners.map((owner) => [owner, mover])),
    organizations: { getOrganization: async () => ({ id: 1, name: 'Team', slug: 'team' }) },
    productVersion: '0.1.0',
    imports: {
      findImport: async ({ export_id }: { export_id: string }) => ({
        import: { org_id: 9, export_id, finished },
      }),
    },
  } as unknown as ImportParts & Parameters<typeof exportTeam>[0]
}

it('an import with more than the quotas allow is refused before anything is written', async () => {
  const parts = openParts({ finished: false })
  await pipeline(await exportTeam(parts, {}), createWriteStream(path))

  await expect(importTeam(path, {}, parts)).rejects.toThrow(
    'Nothing was imported.\nnotes: The file has 3, and a team cannot have more than 2 here.',
  )
})

it('an import that was completed before says so instead of counting again', async () => {
  const parts = openParts()
  await pipeline(await exportTeam(parts, {}), createWriteStream(path))

  expect(await importTeam(path, {}, parts)).toEqual({
    org_id: '9',
    imported_before: expect.objectContaining({ links: 1, clicks: 1 }),
  })
})
