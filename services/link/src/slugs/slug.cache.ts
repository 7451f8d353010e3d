import type { Logger } from '@fingerpost/kit/process/log'
import { createOutage } from '@fingerpost/kit/process/outage'
import { createRecords } from '@fingerpost/kit/stores/versioned-cache'
import { SlugRecord } from '@fingerpost/protos/link/v1/slug'
import {
  SLUG_RECORDS,
  type SlugAddress,
  slugAddressOf,
  slugRecordKey,
} from '@fingerpost/protos/redis-keys'
import type { Redis } from 'ioredis'
import { toSlugRecord } from '../model/describe.rules.ts'
import type { LinkRow } from '../model/row.schema.ts'
import { type ShortUrlBase, shortUrl } from '../model/slug.rules.ts'

const NOTHING: SlugRecord = {
  version: 0,
  link_id: 0,
  org_id: 0,
  domain_id: 0,
  slug: '',
  short_url: '',
  title: '',
  deleted: false,
  url: '',
  redirect_code: 302,
  expires_after: 0,
  free: false,
  rules: [],
}

type Find = (domainId: number, slugKey: string) => Promise<LinkRow | undefined>

/**
 * The slug records in which redirect looks up links. `find` returns the link that currently has an
 * address.
 */
export function slugCache(
  redis: Redis,
  base: ShortUrlBase,
  find: Find,
  isFull: () => boolean = () => false,
) {
  const records = createRecords(redis, SlugRecord, isFull)
  const keyOf = ({ domainId, slugKey }: SlugAddress) => slugRecordKey(domainId, slugKey)
  const recordOf = (row: LinkRow) => toSlugRecord(row, shortUrl(base, row.domain, row.slug))
  const present = async ({ domainId, slugKey }: SlugAddress) => {
    const row = await find(domainId, slugKey)
    return row && recordOf(row)
  }

  /**
   * The key and record of a link, and a function for the current record of its address or a
   * tombstone.
   */
  const publication = (row: LinkRow) => {
    const address = { domainId: row.domain_id, slugKey: row.slug_key }
    const left = { ...NOTHING, domain_id: row.domain_id, version: row.version, free: true }
    return [keyOf(address), recordOf(row), async () => (await present(address)) ?? left] as const
  }

  /** Writes the record of a changed link to Redis, unless its address has a newer record of the link. */
  const put = (row: LinkRow): Promise<void> => records.publish(...publication(row))

  const outage = createOutage('writing slug records failed')
  const settled = (writing: Promise<void>, log: Logger, fields: object): Promise<void> =>
    writing.then(
      () => outage.ended(log),
      (error: unknown) => outage.failed(log, error, fields),
    )

  /** Replaces the record that another link left at the address of a new link; does not add one. */
  const announce = (row: LinkRow): Promise<void> => records.renew(...publication(row))

  /**
   * Writes the record of the link that has this address now, or a tombstone for the link that has
   * moved. With that link's version, the tombstone keeps slow readers from restoring its old
   * record.
   */
  const free = (address: SlugAddress, version: number): Promise<void> =>
    records.settle(
      keyOf(address),
      async () =>
        (await present(address)) ?? {
          ...NOTHING,
          domain_id: address.domainId,
          version,
          free: true,
        },
    )

  return {
    put,
    announce,
    free,

    /** Throws if Redis is unavailable. */
    ping: async (): Promise<void> => void (await redis.ping()),

    /** The addresses of all records, in batches of hundreds. */
    async *addresses(): AsyncGenerator<SlugAddress[]> {
      for await (const keys of records.keys(SLUG_RECORDS)) {
        yield keys.flatMap((key) => slugAddressOf(key) ?? [])
      }
    },

    /** Replaces the record of an address with the current link, or removes it if there is none. */
    settle: (address: SlugAddress): Promise<void> =>
      records.settle(keyOf(address), () => present(address)),

    /** Like `free`, but never fails: the outbox repeats it. */
    tryFree: (address: SlugAddress, version: number, log: Logger): Promise<void> =>
      settled(free(address, version), log, { slugKey: address.slugKey }),
    /** Like `put`, but never fails: the outbox repeats it. */
    tryPut: (row: LinkRow, log: Logger): Promise<void> => settled(put(row), log, { link: row.id }),

    /** Writes the record of a link that was looked up to Redis, and returns it, also if Redis is unavailable. */
    async tryRestore(row: LinkRow, log: Logger): Promise<SlugRecord> {
      const [key, record, now] = publication(row)
      await settled(records.restore(key, record, now), log, { link: row.id })
      return record
    },
  }
}

export type SlugCache = ReturnType<typeof slugCache>
