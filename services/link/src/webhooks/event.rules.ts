import { toLabelBody, toLinkBody } from '@fingerpost/protos/link-body'
import { type Labels, NO_LABELS, toLink } from '../model/describe.rules.ts'
import type { CountedLinkRow } from '../model/row.schema.ts'

export const TRIES = 8

/**
 * Milliseconds from a failed try to the next one: 4.4 s, then five times as long each time, so that
 * the eighth try is 23.9 hours after the first. Undefined after the last try.
 */
export const retryDelayMs = (tries: number): number | undefined =>
  tries < TRIES ? 4_400 * 5 ** (tries - 1) : undefined

/** A link as stored until delivery: as in the REST API, but with labels as ids. */
export const linkData = (row: CountedLinkRow, shortUrl: string) => ({
  ...toLinkBody(toLink(row, shortUrl, NO_LABELS)),
  folder_id: row.folder_id,
  tags: row.tag_ids,
})

export type LinkData = ReturnType<typeof linkData>

/** The same with folder and tags described; deleted labels are left out. */
export function describeLinkData(data: LinkData, { folders, tags }: Labels) {
  const folder = folders.get(data.folder_id ?? 0)
  return {
    ...data,
    folder_id: folder?.id ?? null,
    folder: folder ? toLabelBody(folder) : null,
    tags: data.tags.flatMap((id) => {
      const tag = tags.get(id)
      return tag ? [toLabelBody(tag)] : []
    }),
  }
}

/** The body of a message, which is also what is signed. */
export const payloadOf = (type: string, happenedAt: Date, data: unknown): string =>
  JSON.stringify({ type, timestamp: happenedAt.toISOString(), data })
