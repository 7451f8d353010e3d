import type { Logger } from '@fingerpost/kit/log'
import type { Records } from '@fingerpost/kit/records'
import type { DomainRecord } from '@fingerpost/protos/catalog/v1/domain'
import type { DomainRow } from '../catalog.schema.ts'
import { domainRecordKey, toDomainRecord } from './describe.rules.ts'

/** Puts the record of a domain where redirect finds it; without Redis the outbox does, or redirect asks. */
export type PublishDomain = (row: DomainRow, log: Logger) => Promise<void>

export const publishDomain =
  (records: Records<DomainRecord>): PublishDomain =>
  async (row, log) =>
    void (await records
      .put(domainRecordKey(row.name), toDomainRecord(row))
      .catch((error: unknown) => log.warn({ err: error, name: row.name }, 'record not kept')))
