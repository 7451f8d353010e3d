import { type MoveLine, parseLines } from '@fingerpost/kit/move/field'
import type { MovedKind } from '@fingerpost/protos/moved-kinds'
import { slugKey } from '@fingerpost/protos/slug-key'
import type { Archive } from './archive.adapter.ts'

const BATCH_BYTES = 1_000_000

/**
 * Sentences about links whose domain is not in the export, and about different links with the same address.
 * Only both kinds together tell. Called with valid lines; stops at `max`.
 */
export async function checkSlugs(archive: Archive, max: number): Promise<string[]> {
  const caseSensitive = new Map<number, boolean>()
  for await (const { id, case_sensitive } of linesOf<Domain>(archive, 'domains')) {
    caseSensitive.set(id, case_sensitive)
  }
  const idsBySlug = new Map<string, number>()
  const errors: string[] = []
  let line = 0
  for await (const { id, domain_id, slug, deleted_at } of linesOf<Link>(archive, 'links')) {
    line++
    const ofDomain = caseSensitive.get(domain_id)
    const key = `${domain_id} ${slugKey(slug, ofDomain ?? true)}`
    // Links in the trash of a deleted domain are not imported.
    if (ofDomain === undefined) {
      if (!deleted_at) errors.push(`links, line ${line}: domain_id is not in the export`)
    }
    // A link that was deleted during the export is in it twice.
    else if ((idsBySlug.get(key) ?? id) !== id) {
      errors.push(`links, line ${line}: ${slug} is the slug of two links`)
    }
    idsBySlug.set(key, id)
    if (errors.length >= max) break
  }
  return errors
}

interface Domain extends MoveLine {
  id: number
  case_sensitive: boolean
}

interface Link extends MoveLine {
  id: number
  domain_id: number
  slug: string
  deleted_at: string | null
}

async function* linesOf<Line extends MoveLine>(archive: Archive, kind: MovedKind) {
  for await (const { text } of archive.batches(kind, BATCH_BYTES)) yield* parseLines(text) as Line[]
}
