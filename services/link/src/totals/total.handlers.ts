import type { Handlers } from '@fingerpost/kit/grpc/server'
import type { Postgres } from '@fingerpost/kit/stores/postgres'
import { transact } from '@fingerpost/kit/stores/transact'
import type { ClickTotalsService } from '@fingerpost/protos/link/v1/click_total'
import type { LinkSchema } from '../link.schema.ts'
import type { ShortUrlBase } from '../model/slug.rules.ts'
import { eventRepository } from '../webhooks/event.repository.ts'
import { expiryRepository } from '../webhooks/expiry.repository.ts'
import { totalRepository } from './total.repository.ts'

export const totalHandlers = (
  { db }: Postgres<LinkSchema>,
  base: ShortUrlBase,
  onDue: () => void,
): Handlers<ClickTotalsService> => ({
  async setClickTotals({ totals }) {
    const messages = await transact(db, async (tx) => {
      const clicked = await totalRepository(tx).set(totals)
      const usedUp = await expiryRepository(tx).usedUp(clicked.map(({ link_id }) => link_id))
      const events = clicked.map(({ org_id, link_id }) => ({
        orgId: org_id,
        linkId: link_id,
        type: 'link.clicked' as const,
      }))
      return eventRepository(tx, base).ofLinks([...events, ...usedUp])
    })
    if (messages > 0) onDue()
    return {}
  },
})
