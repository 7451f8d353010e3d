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

export const settings = {
  ...processEnv,
  ...grpcEnv,
  ...insiderEnv,
  ...redisEnv,
  DATABASE_URL: url({ desc: 'Postgres database of the links' }),
  CATALOG_ADDRESS: address({ desc: 'gRPC of catalog' }),
  SHORT_URL_SCHEME: str<string>({
    default: 'https',
    choices: ['http', 'https'],
    desc: 'How visitors reach short links',
  }),
  SHORT_URL_PORT: count({
    default: 0,
    desc: 'Port in short urls; 0 = the default of the scheme',
  }),
  ...fetchEnv,
}

export const readConfig = () => readEnv(settings)

export type Config = ReturnType<typeof readConfig>
