import type { Logger } from '@fingerpost/kit/process/log'
import type { DomainRow } from '../catalog.schema.ts'
import { toDomainRecord } from './describe.rules.ts'
import type { DomainCache } from './domain.cache.ts'

/**
 * Writes the record of a domain to Redis for redirect. If that fails, the outbox retries; until
 * then, redirect calls catalog.
 */
export type PublishDomain = (row: DomainRow, log: Logger) => Promise<void>

export const publishDomain =
  (records: DomainCache): PublishDomain =>
  async (row, log) =>
    void (await records
      .put(toDomainRecord(row))
      .catch((error: unknown) =>
        log.warn({ err: error, name: row.name }, 'writing the domain record failed'),
      ))
