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
} from '@fingerpost/kit/env'

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
  QUOTA_LINKS: count({ default: 0, desc: 'Links of a team; 0: any number' }),
  QUOTA_IMPORTS: count({
    default: 100,
    desc: 'Imports of a team that are not done; 0: any number',
  }),
  QUOTA_WEBHOOKS: count({ default: 50, desc: 'Webhooks of a team; 0: any number' }),
  ...shortUrlEnv,
  ...fetchEnv,
}

export const readConfig = () => readEnv(settings)

export type Config = ReturnType<typeof readConfig>
