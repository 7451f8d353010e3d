import type { Handlers } from '@fingerpost/kit/grpc/server'
import type { Postgres } from '@fingerpost/kit/stores/postgres'
import type { DomainUseService } from '@fingerpost/protos/link/v1/domain_use'
import { DOMAIN_EVENTS, isOneOf } from '@fingerpost/protos/words'
import type { LinkSchema } from '../link.schema.ts'
import type { ShortUrlBase } from '../model/slug.rules.ts'
import { eventRepository } from '../webhooks/event.repository.ts'
import { domainUseRepository } from './domain-use.repository.ts'

export const domainUseHandlers = (
  postgres: Postgres<LinkSchema>,
  base: ShortUrlBase,
  onDue: () => void,
): Handlers<DomainUseService> => {
  const domains = domainUseRepository(postgres)
  const events = eventRepository(postgres.db, base)
  return {
    async checkDomainUse({ domain_id: domainId, closing = false, case_sensitive: caseSensitive }) {
      const changes = closing || caseSensitive !== undefined
      const change = { closing, caseSensitive }
      return {
        used: await (changes ? domains.prepare(domainId, change) : domains.isUsed(domainId)),
      }
    },

    async tellDomainEvent({ org_id: orgId, type, data, event_id: eventId }) {
      // A newer catalog may send others.
      if (isOneOf(DOMAIN_EVENTS, type)) {
        const event = { orgId, linkId: null, type, data: JSON.parse(data) }
        const messages = await events.addOnce(event, eventId || crypto.randomUUID())
        if (messages > 0) onDue()
      }
      return {}
    },
  }
}
