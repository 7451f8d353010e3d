import {
  address,
  count,
  fetchEnv,
  grpcEnv,
  insiderEnv,
  processEnv,
  readEnv,
  redisEnv,
  shortUrlEnv,
  str,
  url,
} from '@fingerpost/kit/process/env'

export const settings = {
  ...processEnv,
  ...grpcEnv,
  ...insiderEnv,
  ...redisEnv,
  DATABASE_URL: url({ desc: 'Postgres database of the links' }),
  DATABASE_REPLICA_URL: str({
    default: '',
    desc: 'A streaming replica of the database of the links, which answers lists and exports',
  }),
  CATALOG_ADDRESS: address({ desc: 'gRPC of catalog' }),
  QUOTA_LINKS: count({ default: 0, desc: 'Links per team; 0: unlimited' }),
  QUOTA_IMPORTS: count({
    default: 100,
    desc: 'Unfinished imports per team; 0: unlimited',
  }),
  QUOTA_WEBHOOKS: count({ default: 50, desc: 'Webhooks per team; 0: unlimited' }),
  ...shortUrlEnv,
  ...fetchEnv,
}

export const readConfig = () => readEnv(settings)

export type Config = ReturnType<typeof readConfig>
