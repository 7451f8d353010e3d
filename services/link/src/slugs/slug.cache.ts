import type { Logger } from '@fingerpost/kit/log'
import { createRecords } from '@fingerpost/kit/records'
import type { SlugRecord } from '@fingerpost/protos/link/v1/slug'
import type { Redis } from 'ioredis'
import type { LinkRow } from '../link.schema.ts'
import { toSlugRecord } from '../links/describe.rules.ts'
import { type ShortUrlBase, shortUrl } from './slug.rules.ts'

const NOTHING: SlugRecord = {
  version: 0,
  linkId: 0,
  orgId: 0,
  domainId: 0,
  slug: '',
  shortUrl: '',
  title: '',
  deleted: false,
  url: '',
  redirectCode: 302,
  expiresAfter: 0,
  ab: [],
  geo: [],
  free: false,
}

/** Where redirect looks for a link. */
export function slugCache(redis: Redis, base: ShortUrlBase) {
  const records = createRecords<SlugRecord>(redis)

  /** Puts the record of a link into Redis, unless a newer one is there. */
  async function put(row: LinkRow): Promise<SlugRecord> {
    const record = toSlugRecord(row, shortUrl(base, row.domain, row.slug))
    await records.put(`slug:${row.domain_id}:${row.slug_key}`, record)
    return record
  }

  /** Leaves word at an address that the link which was there has another one now. */
  async function free(domainId: number, slugKey: string, version: number): Promise<void> {
    await records.put(`slug:${domainId}:${slugKey}`, { ...NOTHING, domainId, version, free: true })
  }

  return {
    put,
    free,
    /** As `free`, but without Redis too: the outbox says it again. */
    tryFree: (domainId: number, slugKey: string, version: number, log: Logger): Promise<void> =>
      free(domainId, slugKey, version).catch((error: unknown) =>
        log.warn({ err: error, slugKey }, 'address not freed yet'),
      ),
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
