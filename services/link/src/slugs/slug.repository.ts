import type { Postgres } from '@fingerpost/kit/stores/postgres'
import type { LinkSchema } from '../link.schema.ts'
import { LINK_COLUMNS } from '../links/read.repository.ts'
import type { LinkRow } from '../links/row.schema.ts'

export const slugRepository = ({ prepared }: Postgres<LinkSchema>) => ({
  /** The link that has the slug, including a deleted link while its slug is reserved. */
  async find(domainId: number, slugKey: string): Promise<LinkRow | undefined> {
    const [row] = await prepared<LinkRow>(
      'slug-find',
      `select ${LINK_COLUMNS} from links where domain_id = $1 and slug_key = $2`,
      [domainId, slugKey],
    )
    return row
  },
})
