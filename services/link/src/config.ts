import {
  address,
  auditEnv,
  fetchEnv,
  grpcEnv,
  internalEnv,
  processEnv,
  quotaEnv,
  readEnv,
  redisEnv,
  shortUrlEnv,
  str,
  url,
} from '@fingerpost/kit/process/env'
import { quotasOf } from '@fingerpost/protos/quotas'

export const settings = {
  ...processEnv,
  ...grpcEnv,
  ...internalEnv,
  ...redisEnv,
  ...auditEnv,
  ...quotaEnv(quotasOf('link')),
  DATABASE_URL: url({ desc: 'Postgres database of the service' }),
  DATABASE_REPLICA_URL: str({
    default: '',
    desc: 'Streaming replica of the database of link, which serves lists and exports',
  }),
  CATALOG_ADDRESS: address({ desc: 'gRPC address of catalog, host:port' }),
  ...shortUrlEnv,
  ...fetchEnv,
}

export const readConfig = (env: NodeJS.ProcessEnv) => readEnv(settings, env)

export type Config = ReturnType<typeof readConfig>
