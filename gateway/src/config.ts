import {
  address,
  bool,
  clickIpEnv,
  count,
  fetchEnv,
  httpEnv,
  instanceEnv,
  internalEnv,
  list,
  networks,
  processEnv,
  readEnv,
  redisEnv,
  secureUrl,
  str,
  url,
} from '@fingerpost/kit/process/env'

export const settings = {
  ...processEnv,
  ...httpEnv,
  ...internalEnv,
  ...redisEnv,
  ...fetchEnv,
  ...instanceEnv,
  LINK_ADDRESS: address({ desc: 'gRPC address of link, host:port' }),
  CATALOG_ADDRESS: address({ desc: 'gRPC address of catalog, host:port' }),
  BIO_ADDRESS: address({ desc: 'gRPC address of bio, host:port' }),
  ANALYTICS_ADDRESS: address({ desc: 'gRPC address of analytics, host:port' }),
  REDIRECT_URL: url({ desc: 'Internal URL of redirect' }),
  BIO_URL: url({ desc: 'Internal URL of the bio pages' }),
  ...clickIpEnv,
  TRUSTED_PROXIES: networks({ default: [], desc: 'Networks whose X-Forwarded-For is trusted' }),
  RATE_LIMIT_PER_MINUTE: count({ default: 600, desc: 'Requests per minute and key; 0: unlimited' }),
  RATE_LIMIT_ANALYTICS_PER_MINUTE: count({
    default: 120,
    desc: 'Requests per minute and key for /api/analytics; 0: unlimited',
  }),
  RATE_LIMIT_IMPORT_PER_MINUTE: count({
    default: 10,
    desc: 'Imports per minute and key; 0: unlimited',
  }),
  RATE_LIMIT_QR_PER_MINUTE: count({
    default: 120,
    desc: 'QR codes per minute and key; 0: unlimited',
  }),
  RATE_LIMIT_TEAM_FACTOR: count({
    default: 5,
    desc: 'Rate limits per team, as a multiple of the limits per key; 0: unlimited',
  }),
  RATE_LIMIT_ADDRESS_PER_MINUTE: count({
    default: 60,
    desc: 'Requests per minute without a valid key from one address (IPv6: /64); 0: unlimited',
  }),
  PASSWORD_SIGN_IN: bool({
    default: true,
    desc: 'Sign-in by password; false: people can neither sign in by password nor set one, also for a new account',
  }),
  OIDC_ISSUER: secureUrl({
    default: '',
    desc: 'Issuer URL of the OpenID Connect provider for single sign-on; empty: no single sign-on',
  }),
  OIDC_CLIENT_ID: str({ default: '', desc: 'Client id of this instance at the provider' }),
  OIDC_CLIENT_SECRET: str({ default: '', desc: 'Client secret; empty: a public client' }),
  CORS_ORIGINS: list({ default: [], desc: 'Origins allowed by CORS; *: any origin' }),
  BUILD_TIME: str({ default: '1970-01-01T00:00:00.000Z', desc: 'Build time of the image' }),
}

export type Config = ReturnType<typeof readEnv<typeof settings>>

export function readConfig(env: NodeJS.ProcessEnv): Config {
  const config = readEnv(settings, env)
  if (config.OIDC_ISSUER && !config.OIDC_CLIENT_ID) {
    throw new Error('Bad environment: OIDC_CLIENT_ID is required with OIDC_ISSUER')
  }
  return config
}
