import type { Records } from '@fingerpost/kit/stores/versioned-cache'
import type { DomainRecord } from '@fingerpost/protos/catalog/v1/domain'
import { domainRecordKey } from '@fingerpost/protos/redis-keys'
import type { DomainRow } from '../catalog.schema.ts'
import { toDomainRecord } from './describe.rules.ts'

/** Domain records that redirect reads. `find` returns the current domain of a name. */
export function domainCache(
  records: Records<DomainRecord>,
  find: (name: string) => Promise<DomainRow | undefined>,
) {
  const present = async (name: string) => {
    const row = await find(name)
    return row && toDomainRecord(row)
  }
  /** A record that arrives late does not show whether the name is still verified. */
  const publication = (record: DomainRecord) =>
    [
      domainRecordKey(record.name),
      record,
      async () => (await present(record.name)) ?? { ...record, verified: false },
    ] as const
  return {
    /** Writes the record of a changed domain to Redis, unless there is a newer one under its name. */
    put: (record: DomainRecord): Promise<void> => records.publish(...publication(record)),

    /** The same for a domain that was looked up. */
    restore: (record: DomainRecord): Promise<void> => records.restore(...publication(record)),

    /** Replaces the record of a name with the current domain, or removes it if there is none. */
    settle: (name: string): Promise<void> =>
      records.settle(domainRecordKey(name), () => present(name)),

    /** The names of all records, in batches of hundreds. */
    async *names(): AsyncGenerator<string[]> {
      const prefix = domainRecordKey('')
      for await (const keys of records.keys(prefix)) {
        yield keys.map((key) => key.slice(prefix.length))
      }
    },
  }
}

export type DomainCache = ReturnType<typeof domainCache>
