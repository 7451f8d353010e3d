import {
  address,
  auditEnv,
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
  ...auditEnv,
  DATABASE_URL: url({ desc: 'Postgres database of the service' }),
  DATABASE_REPLICA_URL: str({
    default: '',
    desc: 'Streaming replica of the database of link, which serves lists and exports',
  }),
  CATALOG_ADDRESS: address({ desc: 'gRPC address of catalog, host:port' }),
  QUOTA_LINKS: count({ default: 0, desc: 'Links per team; 0: unlimited' }),
  QUOTA_IMPORTS: count({
    default: 100,
    desc: 'Unfinished imports per team; 0: unlimited',
  }),
  QUOTA_NOTES: count({ default: 1_000, desc: 'Notes per team; 0: unlimited' }),
  QUOTA_WEBHOOKS: count({ default: 50, desc: 'Webhooks per team; 0: unlimited' }),
  ...shortUrlEnv,
  ...fetchEnv,
}

export const readConfig = (env: NodeJS.ProcessEnv) => readEnv(settings, env)

export type Config = ReturnType<typeof readConfig>
