import {
  address,
  count,
  fetchEnv,
  grpcEnv,
  insiderEnv,
  processEnv,
  readEnv,
  redisEnv,
  str,
  url,
} from '@fingerpost/kit/env'

export const readConfig = () =>
  readEnv({
    ...processEnv,
    ...grpcEnv,
    ...insiderEnv,
    ...redisEnv,
    DATABASE_URL: url({ desc: 'Postgres database of the links' }),
    CATALOG_ADDRESS: address({ desc: 'gRPC of catalog' }),
    SHORT_URL_SCHEME: str({ default: 'https', choices: ['http', 'https'] }),
    SHORT_URL_PORT: count({
      default: 0,
      desc: 'Port in short urls; 0 = the default of the scheme',
    }),
    ...fetchEnv,
  })

export type Config = ReturnType<typeof readConfig>
