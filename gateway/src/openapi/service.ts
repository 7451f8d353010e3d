import { createLog } from '@fingerpost/kit/process/log'
import { buildApp } from '../app.ts'
import type { Clients } from '../clients.ts'

/** The OpenAPI document of a gateway that serves no requests and therefore needs no services. */
export async function makeDocument(): Promise<object> {
  const clients = new Proxy({}, { get: () => ({}) }) as Clients
  const config = {
    TRUSTED_PROXIES: [],
    RATE_LIMIT_PER_MINUTE: 0,
    RATE_LIMIT_ANALYTICS_PER_MINUTE: 0,
    RATE_LIMIT_IMPORT_PER_MINUTE: 0,
    RATE_LIMIT_QR_PER_MINUTE: 0,
    RATE_LIMIT_ADDRESS_PER_MINUTE: 0,
    CLICK_IP: 'full',
    RATE_LIMIT_TEAM_FACTOR: 0,
    CORS_ORIGINS: [],
    FETCH_ALLOW_PRIVATE: false,
    FETCH_BLOCKED_PORTS: [],
    INSTANCE_HOST: '',
    INSTANCE_ALIASES: [],
    OIDC_ISSUER: '',
    OIDC_CLIENT_ID: '',
    OIDC_CLIENT_SECRET: '',
    PASSWORD_SIGN_IN: true,
    REDIRECT_URL: 'http://localhost',
    BIO_URL: 'http://localhost',
    GRPC_SHARED_SECRET: '',
    BUILD_VERSION: '',
    BUILD_ID: '',
    BUILD_TIME: '',
  }
  const app = await buildApp(clients, { needs: {}, uses: {} }, config, createLog('docs', 'silent'))
  await app.ready()
  const document = app.swagger()
  await app.close()
  return document
}
