import {
  address,
  auditEnv,
  grpcEnv,
  insiderEnv,
  instanceEnv,
  port,
  processEnv,
  readEnv,
  shortUrlEnv,
  str,
  url,
} from '@fingerpost/kit/process/env'

export const settings = {
  ...processEnv,
  ...grpcEnv,
  ...insiderEnv,
  ...instanceEnv,
  ...shortUrlEnv,
  ...auditEnv,
  DATABASE_URL: url({ desc: 'Postgres database of the service' }),
  CATALOG_ADDRESS: address({ desc: 'gRPC address of catalog, host:port' }),
  HTTP_HOST: str({ default: '127.0.0.1', desc: 'Address that the HTTP server listens on' }),
  HTTP_PORT: port({ desc: 'Port that the HTTP server listens on' }),
}

export const readConfig = (env: NodeJS.ProcessEnv) => readEnv(settings, env)

export type Config = ReturnType<typeof readConfig>
