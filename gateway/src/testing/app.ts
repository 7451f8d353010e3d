import { Problem } from '@fingerpost/kit/http/problem'
import { createLog, type Logger } from '@fingerpost/kit/process/log'
import { createToken, hashToken } from '@fingerpost/kit/secrets/token'
import type { Link } from '@fingerpost/protos/link/v1/link'
import { forLists } from '@fingerpost/protos/redirect-rules'
import { type AppConfig, buildApp, type Stores } from '../app.ts'
import { eachByItself, fakeClients } from './fakes.ts'

/** Keys of one team. */
export const KEYS = [createToken('fp'), createToken('fp'), createToken('fp')] as const

/** The secret of the first of these keys after a rotation. */
export const ROTATED = createToken('fp')

/** A key of another team. */
export const STRANGER = createToken('fp')

export const LINK: Link = {
  id: 5,
  org_id: 7,
  user_id: 70,
  url: 'https://example.com/',
  domain_id: 1,
  domain: 'go.example',
  slug: 'sale',
  short_url: 'https://go.example/sale',
  title: '',
  tags: [],
  redirect_code: 302,
  expires_after: 0,
  ...forLists(() => []),
  has_password: false,
  clicks: 0,
  created_at: new Date('2026-11-20T12:00:00.000Z'),
  updated_at: new Date('2026-11-20T12:00:00.000Z'),
}

const silent = createLog('gateway', 'silent')

export const CONFIG: AppConfig = {
  TRUSTED_PROXIES: ['127.0.0.1'],
  RATE_LIMIT_PER_MINUTE: 0,
  RATE_LIMIT_ANALYTICS_PER_MINUTE: 0,
  RATE_LIMIT_IMPORT_PER_MINUTE: 0,
  RATE_LIMIT_QR_PER_MINUTE: 0,
  RATE_LIMIT_ADDRESS_PER_MINUTE: 0,
  CLICK_IP: 'full',
  RATE_LIMIT_TEAM_FACTOR: 0,
  CORS_ORIGINS: [],
  FETCH_ALLOW_PRIVATE: true,
  FETCH_BLOCKED_PORTS: [],
  INSTANCE_HOST: '',
  INSTANCE_ALIASES: [],
  OIDC_ISSUER: '',
  OIDC_CLIENT_ID: '',
  OIDC_CLIENT_SECRET: '',
  PASSWORD_SIGN_IN: true,
  REDIRECT_URL: 'http://127.0.0.1:1',
  BIO_URL: 'http://127.0.0.1:1',
  GRPC_SHARED_SECRET: 'secret',
  BUILD_VERSION: '1.2.3',
  BUILD_ID: 'abc',
  BUILD_TIME: '2026-11-20T00:00:00.000Z',
}

/** A gateway whose catalog accepts `KEYS`, with the given fakes as its other services. */
export async function openTestApp(
  fakes: Omit<Parameters<typeof fakeClients>[0], 'keys'> = {},
  config: Partial<AppConfig> = {},
  stores: Stores = {},
  log: Logger = silent,
) {
  const asked = { keys: 0 }
  const revoked = new Set<string>()
  const clients = fakeClients({
    ...fakes,
    organizations: { recordExport: async () => ({}), ...fakes.organizations },
    ...(fakes.links && { links: { ...fakes.links, createLinks: eachByItself(fakes.links) } }),
    keys: {
      async verifyApiKey({ sha256 }) {
        asked.keys++
        const known = [...KEYS, STRANGER]
        const isGiven = (key: string) => hashToken(key).equals(Buffer.from(sha256))
        const index = isGiven(ROTATED) ? 0 : known.findIndex(isGiven)
        if (index < 0 || revoked.has(known[index] ?? '')) {
          throw new Problem('unauthenticated', 'invalid_api_key', 'Invalid API key.')
        }
        const scopes = ['link:read', 'link:write', 'analytics:read', 'catalog:read']
        const org_id = known[index] === STRANGER ? 8 : 7
        const name = `Key ${index + 1}`
        return { id: index + 1, org_id, user_id: 10 * org_id, name, scopes, own_links_only: false }
      },
    },
  })
  const app = await buildApp(
    clients,
    { needs: {}, uses: {} },
    { ...CONFIG, ...config },
    log,
    stores,
  )
  return { app, asked, revoked }
}
