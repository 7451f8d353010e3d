import type { Logger } from '@fingerpost/kit/process/log'
import { createOutage } from '@fingerpost/kit/process/outage'
import type { DomainRow } from '../catalog.schema.ts'
import { toDomainRecord } from './describe.rules.ts'
import type { DomainCache } from './domain.cache.ts'

/**
 * Writes the record of a domain to Redis for redirect. If that fails, the outbox retries; until
 * then, redirect calls catalog.
 */
export type WriteDomain = (row: DomainRow, log: Logger) => Promise<void>

export function writeDomain(write: DomainCache['put']): WriteDomain {
  const outage = createOutage('writing domain records failed')
  return async (row, log) => {
    try {
      await write(toDomainRecord(row))
      outage.ended(log)
    } catch (error) {
      outage.failed(log, error, { name: row.name })
    }
  }
}
