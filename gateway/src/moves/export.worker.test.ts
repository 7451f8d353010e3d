import { text } from 'node:stream/consumers'
import { unavailable } from '@fingerpost/kit/http/problem'
import { OBJECTS } from '@fingerpost/protos/objects'
import { expect, it } from 'vitest'
import { type ExportParts, exportTeam } from './export.worker.ts'

/** Services whose kinds have one line each; `readMore` reads the clicks after it. */
function openParts(readMore: (cutoffs: { version: number }) => object): ExportParts {
  const cutoffs = { text: Buffer.from('{}\n'), version: 1 }
  const mover = {
    readLines: async ({ kind, after }: { kind: string; after?: string }) => {
      if (kind === 'cutoffs') return { ...cutoffs }
      if (kind !== 'clicks') return { text: Buffer.from('{}\n') }
      if (after !== undefined) return readMore(cutoffs)
      return { text: Buffer.from('{}\n'), next: 'more' }
    },
  }
  const owners = Object.keys(OBJECTS)
  return {
    movers: Object.fromEntries(owners.map((owner) => [owner, mover])),
    organizations: { getOrganization: async () => ({ id: 1, name: 'Team', slug: 'team' }) },
    productVersion: '0.1.0',
  } as unknown as ExportParts
}

const fail = () => {
  throw unavailable('ClickHouse is unavailable.')
}

it('an export that fails while it is sent ends its stream with the error', async () => {
  await expect(text(await exportTeam(openParts(fail), {}))).rejects.toThrow('ClickHouse')
})

it('an export fails if an erasure begins to delete clicks in the meantime', async () => {
  const parts = openParts((cutoffs) => {
    cutoffs.version++
    return { text: Buffer.from('') }
  })
  await expect(text(await exportTeam(parts, {}))).rejects.toThrow('Retention or an erasure')
})

it('an export whose key is revoked while it is sent ends its stream with the error', async () => {
  const revoked = async () => {
    throw unavailable('Invalid API key.')
  }
  await expect(text(await exportTeam(openParts(fail), {}, revoked))).rejects.toThrow(
    'Invalid API key',
  )
})
