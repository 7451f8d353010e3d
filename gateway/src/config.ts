import {
  address,
  insiderEnv,
  list,
  port,
  processEnv,
  readEnv,
  redisEnv,
  str,
  url,
} from '@fingerpost/kit/env'

export const readConfig = () =>
  readEnv({
    ...processEnv,
    ...insiderEnv,
    ...redisEnv,
    HTTP_HOST: str({ default: '127.0.0.1', desc: 'Address that the product listens on' }),
    HTTP_PORT: port({ desc: 'Port that the product listens on' }),
    LINK_ADDRESS: address({ desc: 'gRPC of link' }),
    CATALOG_ADDRESS: address({ desc: 'gRPC of catalog' }),
    BIO_ADDRESS: address({ desc: 'gRPC of bio' }),
    ANALYTICS_ADDRESS: address({ desc: 'gRPC of analytics' }),
    REDIRECT_URL: url({ desc: 'Where redirect answers, plain http inside' }),
    BIO_URL: url({ desc: 'Where the bio pages answer, plain http inside' }),
    TRUSTED_PROXIES: list({ default: [], desc: 'Networks whose X-Forwarded-For is believed' }),
    BUILD_VERSION: str({ default: '0.1.0', desc: 'Version that /api/version answers' }),
    BUILD_ID: str({ default: 'local', desc: 'Commit the image was built from' }),
    BUILD_TIME: str({ default: '1970-01-01T00:00:00.000Z', desc: 'When the image was built' }),
  })

export type Config = ReturnType<typeof readConfig>
