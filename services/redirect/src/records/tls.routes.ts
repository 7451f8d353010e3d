import { Problem } from '@fingerpost/kit/http/problem'
import { canonicalHost } from '@fingerpost/kit/net/host'
import type { AdminRoutes } from '@fingerpost/kit/process/admin'
import type { DomainRecord } from '@fingerpost/protos/catalog/v1/domain'
import { domainRecordKey } from '@fingerpost/protos/redis-keys'
import { domainName } from '../requests/request.rules.ts'
import type { RecordCache } from './record.cache.ts'

/**
 * Whether a TLS proxy may request a certificate for a host (on-demand TLS): 200 for hosts of
 * verified domains, 404 for all others, 503 if the lookup is unavailable.
 */
export const tlsRoutes = (domains: RecordCache<DomainRecord>): AdminRoutes => ({
  async '/internal/tls-allowed'(query) {
    const name = domainName(canonicalHost(query.get('domain') ?? ''))
    if (!name) return 404
    const key = domainRecordKey(name)
    try {
      const held = domains.peek(key)
      const domain = held === undefined ? await domains.get(key) : held
      return domain?.verified ? 200 : 404
    } catch (error) {
      if (error instanceof Problem && error.kind === 'unavailable') return 503
      throw error
    }
  },
})
