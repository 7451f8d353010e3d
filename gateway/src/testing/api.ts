import { conflict, notFound, Problem, unavailable } from '@fingerpost/kit/http/problem'
import { createLog } from '@fingerpost/kit/process/log'
import { createToken, hashToken } from '@fingerpost/kit/secrets/token'
import type { CountClicksRequest, ListRequest } from '@fingerpost/protos/analytics/v1/analytics'
import type { CreateLinkRequest, Link } from '@fingerpost/protos/link/v1/link'
import { forLists } from '@fingerpost/protos/redirect-rules'
import { buildApp } from '../app.ts'
import { CONFIG } from './app.ts'
import { eachByItself, fakeClients } from './fakes.ts'

export const goodKey = createToken('fp')
export const narrowKey = createToken('fp')
const now = new Date('2026-11-20T12:00:00.000Z')
/** Calls that the fakes have received. */
export const calls = {
  verified: 0,
  patience: undefined as number | undefined,
  batches: [] as number[][],
  created: [] as CreateLinkRequest[],
}
export const asked = { counts: [] as CountClicksRequest[], lists: [] as ListRequest[] }
export const catalog = { away: false }

export const link: Link = {
  id: 5,
  org_id: 7,
  user_id: 70,
  url: 'https://e.com/',
  domain_id: 1,
  domain: 'go.example',
  slug: 'sale',
  short_url: 'https://go.example/sale',
  title: '',
  tags: [{ id: 6, name: 'Six' }],
  folder: { id: 5, name: 'Five', color: '#555555' },
  redirect_code: 302,
  expires_after: 0,
  ...forLists(() => []),
  geo: [{ id: 1, url: 'https://e.com/cz', country: 'CZ' }],
  has_password: false,
  clicks: 3,
  clicked_at: now,
  created_at: now,
  updated_at: now,
}

async function createLink(request: CreateLinkRequest): Promise<Link> {
  calls.created.push(request)
  if (request.slug === 'taken') throw conflict('slug_taken', 'Taken.')
  if (request.slug === 'bug') throw new TypeError('secret internals')
  if (request.domain_id === 9) {
    const errors = [{ field: 'domain_id', code: 'not_found', detail: 'there is no 9' }]
    throw notFound('No.', errors)
  }
  return link
}

const clients = fakeClients({
  keys: {
    async verifyApiKey({ sha256 }, { timeoutMs } = {}) {
      calls.verified++
      calls.patience = timeoutMs
      if (catalog.away) throw unavailable('away')
      const is = (key: string) => hashToken(key).equals(Buffer.from(sha256))
      if (!is(goodKey) && !is(narrowKey)) {
        throw new Problem('unauthenticated', 'invalid_api_key', 'Invalid API key.')
      }
      const scopes = is(goodKey)
        ? ['link:read', 'link:write', 'analytics:read', 'catalog:read']
        : ['link:read']
      return { id: 1, org_id: 7, user_id: 70, name: 'Shop', scopes, own_links_only: false }
    },
  },
  domains: {
    listDomains: async () => ({ domains: [], total: 3 }),
    getDomainRecord: async () => ({}),
  },
  links: {
    createLink,
    createLinks: eachByItself({ createLink }),
    async getLinks({ ids }) {
      calls.batches.push(ids)
      return { links: ids.includes(5) ? [link] : [] }
    },
    previewPage: async ({ url }) => ({ title: url.endsWith('/') ? 'Hello' : '' }),
  },
  analytics: {
    async countClicks(request) {
      asked.counts.push(request)
      return { counts: [{ time: '2026-11-20T00:00:00+00:00', clicks: 2, visitors: 1 }] }
    },
    async listOriginals(request) {
      asked.lists.push(request)
      return {
        items: [
          {
            link_id: 5,
            short_url: link.short_url,
            url: 'https://www.e.com/a',
            clicks: 2,
            visitors: 1,
          },
        ],
        total: 1,
      }
    },
    async listDestinations(request) {
      asked.lists.push(request)
      const destinations = [{ url: 'https://www.e.com/a', clicks: 2, visitors: 1 }]
      const short_url = link.short_url
      return {
        items: [{ link_id: 5, short_url, clicks: 2, destination_count: 1, destinations }],
        total: 1,
      }
    },
    async listClicks(request) {
      asked.lists.push(request)
      return { items: [], total: 0 }
    },
  },
  geo: {
    async locateAddress({ ip }) {
      if (ip === 'nonsense') {
        throw new Problem('invalid', 'invalid_ip', 'Not an address.', [
          { field: 'ip', code: 'invalid_ip', detail: 'is not an address' },
        ])
      }
      if (ip === '10.0.0.1') throw new Problem('not_found', 'geo_not_found', 'Private.')
      return {
        country: {
          geoname_id: 1,
          iso_code: ip === '8.8.8.8' ? 'US' : 'CZ',
          is_in_european_union: true,
          names: { en: 'x' },
        },
        traits: {
          is_anonymous: false,
          is_anonymous_proxy: false,
          is_anonymous_vpn: false,
          is_anycast: false,
          is_hosting_provider: false,
          is_legitimate_proxy: false,
          is_public_proxy: false,
          is_residential_proxy: false,
          is_satellite_provider: false,
          is_tor_exit_node: false,
          ip_address: ip,
          network: '1.0.0.0/8',
        },
        subdivisions: [],
      }
    },
  },
})

const checks = {
  needs: { link: async () => {}, catalog: async () => (catalog.away ? Promise.reject() : null) },
  uses: { bio: () => Promise.reject() },
}
const log = createLog('gateway', 'silent')
/** An app with caches and limits of its own. */
export const newApp = () => buildApp(clients, checks, { ...CONFIG, TRUSTED_PROXIES: [] }, log)
export const app = await newApp()

/** Clears the recorded calls and makes catalog available. */
export function reset(): void {
  calls.created.length = calls.batches.length = asked.counts.length = asked.lists.length = 0
  catalog.away = false
}

interface Call {
  method?: 'GET' | 'POST' | 'PUT' | 'DELETE' | 'HEAD'
  payload?: string | object
  headers?: Record<string, string>
}
export const callTo =
  (to: Pick<typeof app, 'inject'>) =>
  (url: string, { method = 'GET', payload, headers = {} }: Call = {}) =>
    to.inject({
      method,
      url,
      ...(payload === undefined ? {} : { payload }),
      headers: { 'x-api-key': goodKey, ...headers },
    })
export const call = callTo(app)
export const post = (payload: string | object, headers: Record<string, string> = {}) =>
  call('/api/link', { method: 'POST', payload, headers })
export const fields = (response: { json(): { errors: { field: string }[] } }) =>
  response
    .json()
    .errors.map(({ field }) => field)
    .sort()
