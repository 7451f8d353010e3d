import type { Postgres } from '@fingerpost/kit/postgres'
import type { LinkSchema } from '../link.schema.ts'

const IS_USED = 'select 1 as one from links where domain_id = $1 and deleted_at is null limit 1'

export const domainUseRepository = ({ prepared }: Postgres<LinkSchema>) => ({
  /** Whether a link lives on the domain; deleted ones do not count. */
  isUsed: async (domainId: number): Promise<boolean> =>
    (await prepared('domain-is-used', IS_USED, [domainId])).length > 0,
})
