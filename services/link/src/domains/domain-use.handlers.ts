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
    async checkDomainUse({ domain_id, closing = false, case_sensitive }) {
      const changes = closing || case_sensitive !== undefined
      const change = { closing, caseSensitive: case_sensitive }
      return {
        used: await (changes ? domains.prepare(domain_id, change) : domains.isUsed(domain_id)),
      }
    },

    async tellDomainEvent({ org_id, type, data, event_id }) {
      // A newer catalog may send others.
      if (isOneOf(DOMAIN_EVENTS, type)) {
        const event = { orgId: org_id, linkId: null, type, data: JSON.parse(data) }
        const messages = await events.addOnce(event, event_id || crypto.randomUUID())
        if (messages > 0) onDue()
      }
      return {}
    },
  }
}
