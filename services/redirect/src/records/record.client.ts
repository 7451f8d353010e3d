import type { Client } from '@fingerpost/kit/grpc/client'
import {
  createRecords,
  type RecordFormat,
  type Versioned,
} from '@fingerpost/kit/stores/versioned-cache'
import { DomainRecord, type DomainsService } from '@fingerpost/protos/catalog/v1/domain'
import { SlugRecord, type SlugsService } from '@fingerpost/protos/link/v1/slug'
import { domainRecordKey } from '@fingerpost/protos/redis-keys'
import type { Redis } from 'ioredis'
import { compactRecord } from '../links/record.rules.ts'
import type { ChangeFeed } from './change.client.ts'
import { foundAt } from './record.cache.ts'
import { SERVICE_TIMEOUT_MS, slugLoader } from './slug.client.ts'

type Lag = Pick<ChangeFeed, 'mayLag'>

/**
 * Reads Redis, then the service that owns the record, which also writes it to Redis again. While Redis may
 * lag, the service is asked first.
 */
function lookup<R extends Versioned, T>(
  redis: Redis,
  feed: Lag,
  format: RecordFormat<R>,
  ask: (key: string) => Promise<R | undefined>,
  /** Null for a tombstone; throws for a damaged record. */
  ready: (record: R) => T | null,
) {
  const records = createRecords(redis, format)
  const tryReady = (record: R): T | null => {
    try {
      return ready(record)
    } catch {
      foundAt('redis, damaged')
      return null // treated as missing
    }
  }
  /** Null for a tombstone, too, which may be outdated: the address may belong to a new link. */
  async function fromRedis(key: string): Promise<T | null> {
    const held = await records.get(key).catch(() => undefined)
    const parsed = held ? tryReady(held) : null
    if (parsed) foundAt('redis')
    return parsed
  }
  async function fromOwner(key: string): Promise<T | null> {
    const record = await ask(key)
    foundAt(record ? 'service' : 'nowhere')
    return record ? ready(record) : null
  }
  return async (key: string): Promise<T | null> => {
    if (!feed.mayLag) return (await fromRedis(key)) ?? fromOwner(key)
    try {
      return await fromOwner(key)
    } catch (error) {
      const parsed = await fromRedis(key)
      if (parsed) return parsed
      throw error
    }
  }
}

/** Looks up domains by record key. Throws a problem if Redis and catalog are both unavailable. */
export const lookupDomain = (redis: Redis, feed: Lag, domains: Client<DomainsService>) =>
  lookup<DomainRecord, DomainRecord>(
    redis,
    feed,
    DomainRecord,
    async (key) => {
      const name = key.slice(domainRecordKey('').length)
      const options = { timeoutMs: SERVICE_TIMEOUT_MS }
      return (await domains.getDomainRecord({ name }, options)).record
    },
    (record) => record,
  )

/** Looks up links by record key. Throws a problem if Redis and link are both unavailable. */
export const lookupLink = (redis: Redis, feed: Lag, slugs: Client<SlugsService>) =>
  lookup<SlugRecord, SlugRecord>(redis, feed, SlugRecord, slugLoader(slugs), (record) =>
    record.free ? null : compactRecord(record),
  )
