import { text } from 'node:stream/consumers'
import { unavailable } from '@fingerpost/kit/http/problem'
import { MOVED_KINDS, type MovedOwner } from '@fingerpost/protos/moved-kinds'
import { expect, it } from 'vitest'
import { type ExportParts, exportTeam } from './export.worker.ts'

/** Services whose kinds have one line each; the clicks fail after it. */
function openParts(): ExportParts {
  const mover = {
    readLines: async ({ kind, after }: { kind: string; after?: string }) => {
      if (kind !== 'clicks') return { text: Buffer.from('{}\n') }
      if (after !== undefined) throw unavailable('ClickHouse is unavailable.')
      return { text: Buffer.from('{}\n'), next: 'more' }
    },
  }
  const owners = Object.keys(MOVED_KINDS) as MovedOwner[]
  return {
    movers: Object.fromEntries(owners.map((owner) => [owner, mover])),
    organizations: { getOrganization: async () => ({ id: 1, name: 'Team', slug: 'team' }) },
    productVersion: '0.1.0',
  } as unknown as ExportParts
}

it('an export that fails while it is sent ends its stream with the error', async () => {
  await expect(text(await exportTeam(openParts(), {}))).rejects.toThrow('ClickHouse')
})

it('an export whose key is revoked while it is sent ends its stream with the error', async () => {
  const revoked = async () => {
    throw unavailable('Invalid API key.')
  }
  await expect(text(await exportTeam(openParts(), {}, revoked))).rejects.toThrow('Invalid API key')
})
