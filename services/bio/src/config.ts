import {
  address,
  grpcEnv,
  insiderEnv,
  instanceEnv,
  port,
  processEnv,
  readEnv,
  str,
  url,
} from '@fingerpost/kit/process/env'

export const settings = {
  ...processEnv,
  ...grpcEnv,
  ...insiderEnv,
  ...instanceEnv,
  DATABASE_URL: url({ desc: 'Postgres database of the bio pages' }),
  CATALOG_ADDRESS: address({ desc: 'gRPC of catalog' }),
  HTTP_HOST: str({ default: '127.0.0.1', desc: 'Address that the public pages listen on' }),
  HTTP_PORT: port({ desc: 'Port of the public pages' }),
}

export const readConfig = () => readEnv(settings)

export type Config = ReturnType<typeof readConfig>
