import type { Logger } from '@fingerpost/kit/process/log'
import type { DomainRow } from '../catalog.schema.ts'
import { toDomainRecord } from './describe.rules.ts'
import type { DomainCache } from './domain.cache.ts'

/**
 * Writes the record of a domain to Redis for redirect. If that fails, the outbox retries; until
 * then, redirect calls catalog.
 */
export type WriteDomain = (row: DomainRow, log: Logger) => Promise<void>

export const writeDomain =
  (write: DomainCache['put']): WriteDomain =>
  async (row, log) =>
    void (await write(toDomainRecord(row)).catch((error: unknown) =>
      log.warn({ err: error, name: row.name }, 'writing the domain record failed'),
    ))
