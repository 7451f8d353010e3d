import type { Logger } from '@fingerpost/kit/log'
import { createRecords } from '@fingerpost/kit/records'
import type { SlugRecord } from '@fingerpost/protos/link/v1/slug'
import type { Redis } from 'ioredis'
import type { LinkRow } from '../link.schema.ts'
import { toSlugRecord } from '../links/describe.rules.ts'
import { type ShortUrlBase, shortUrl } from './slug.rules.ts'

/** Where redirect looks for a link. */
export function slugCache(redis: Redis, base: ShortUrlBase) {
  const records = createRecords<SlugRecord>(redis)

  /** Puts the record of a link into Redis, unless a newer one is there. */
  async function put(row: LinkRow): Promise<SlugRecord> {
    const record = toSlugRecord(row, shortUrl(base, row.domain, row.slug))
    await records.put(`slug:${row.domain_id}:${row.slug_key}`, record)
    return record
  }

  return {
    put,
    /** As `put`, but without Redis too: whoever needs the record later asks again. */
    async tryPut(row: LinkRow, log: Logger): Promise<SlugRecord> {
      return put(row).catch((error: unknown) => {
        log.warn({ err: error, link: row.id }, 'slug record not kept')
        return toSlugRecord(row, shortUrl(base, row.domain, row.slug))
      })
    },
  }
}

export type SlugCache = ReturnType<typeof slugCache>
