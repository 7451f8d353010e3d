import { geoEnv } from '@fingerpost/kit/geo/sources'
import {
  clickIpEnv,
  grpcEnv,
  internalEnv,
  processEnv,
  readEnv,
  str,
  url,
} from '@fingerpost/kit/process/env'

export const clickhouseEnv = {
  CLICKHOUSE_URL: url({
    desc: 'URL of the HTTP interface of ClickHouse, with user and password if required',
  }),
  CLICKHOUSE_DATABASE: str({
    default: 'analytics',
    desc: 'ClickHouse database of the clicks; created if missing',
  }),
  CLICKHOUSE_CLUSTER: str({
    default: '',
    desc: 'Name of the ClickHouse cluster that stores the clicks',
  }),
}

export const settings = {
  ...processEnv,
  ...grpcEnv,
  ...internalEnv,
  ...clickhouseEnv,
  ...clickIpEnv,
  ...geoEnv,
}

export const readConfig = (env: NodeJS.ProcessEnv) => readEnv(settings, env)

export type Config = ReturnType<typeof readConfig>
