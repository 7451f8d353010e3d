import {
  address,
  count,
  fetchEnv,
  insiderEnv,
  instanceEnv,
  list,
  networks,
  port,
  processEnv,
  readEnv,
  redisEnv,
  str,
  url,
} from '@fingerpost/kit/process/env'

export const settings = {
  ...processEnv,
  ...insiderEnv,
  ...redisEnv,
  ...fetchEnv,
  ...instanceEnv,
  HTTP_HOST: str({ default: '127.0.0.1', desc: 'Address that the product listens on' }),
  HTTP_PORT: port({ desc: 'Port that the product listens on' }),
  LINK_ADDRESS: address({ desc: 'gRPC of link' }),
  CATALOG_ADDRESS: address({ desc: 'gRPC of catalog' }),
  BIO_ADDRESS: address({ desc: 'gRPC of bio' }),
  ANALYTICS_ADDRESS: address({ desc: 'gRPC of analytics' }),
  REDIRECT_URL: url({ desc: 'Where redirect answers, plain http inside' }),
  BIO_URL: url({ desc: 'Where the bio pages answer, plain http inside' }),
  TRUSTED_PROXIES: networks({ default: [], desc: 'Networks whose X-Forwarded-For is believed' }),
  RATE_LIMIT_PER_MINUTE: count({ default: 600, desc: 'Requests a minute of one key; 0: any' }),
  RATE_LIMIT_ANALYTICS_PER_MINUTE: count({ default: 120, desc: 'The same for /api/analytics' }),
  RATE_LIMIT_IMPORT_PER_MINUTE: count({
    default: 10,
    desc: 'The same for POST /api/link/import',
  }),
  RATE_LIMIT_QR_PER_MINUTE: count({ default: 120, desc: 'The same for QR codes' }),
  RATE_LIMIT_TEAM_FACTOR: count({
    default: 5,
    desc: 'Rate limits per team, as a multiple of the limits per key; 0: unlimited',
  }),
  RATE_LIMIT_ADDRESS_PER_MINUTE: count({
    default: 60,
    desc: 'Requests a minute of one address (IPv6: /64) without a valid key; 0: any',
  }),
  CORS_ORIGINS: list({ default: [], desc: 'Origins whose pages may read the API; *: all' }),
  BUILD_VERSION: str({ default: '0.1.0', desc: 'Version that /api/version answers' }),
  BUILD_ID: str({ default: 'local', desc: 'Commit the image was built from' }),
  BUILD_TIME: str({ default: '1970-01-01T00:00:00.000Z', desc: 'When the image was built' }),
}

export const readConfig = () => readEnv(settings)

export type Config = ReturnType<typeof readConfig>
