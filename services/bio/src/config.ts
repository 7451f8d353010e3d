import {
  address,
  auditEnv,
  grpcEnv,
  httpEnv,
  instanceEnv,
  internalEnv,
  processEnv,
  readEnv,
  shortUrlEnv,
  url,
} from '@fingerpost/kit/process/env'

export const settings = {
  ...processEnv,
  ...httpEnv,
  ...grpcEnv,
  ...internalEnv,
  ...instanceEnv,
  ...shortUrlEnv,
  ...auditEnv,
  DATABASE_URL: url({ desc: 'Postgres database of the service' }),
  CATALOG_ADDRESS: address({ desc: 'gRPC address of catalog, host:port' }),
}

export const readConfig = (env: NodeJS.ProcessEnv) => readEnv(settings, env)

export type Config = ReturnType<typeof readConfig>
