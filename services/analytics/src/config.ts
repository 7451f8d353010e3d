import { geoEnv } from '@fingerpost/kit/geo/sources'
import { grpcEnv, insiderEnv, processEnv, readEnv, str, url } from '@fingerpost/kit/process/env'

export const clickhouseEnv = {
  CLICKHOUSE_URL: url({
    desc: 'HTTP interface of ClickHouse, with user and password if it has any',
  }),
  CLICKHOUSE_DATABASE: str({
    default: 'analytics',
    desc: 'Database of the clicks; made when missing',
  }),
  CLICKHOUSE_CLUSTER: str({
    default: '',
    desc: 'Cluster whose shards and replicas hold the clicks, as the servers name it',
  }),
}

export const settings = { ...processEnv, ...grpcEnv, ...insiderEnv, ...clickhouseEnv, ...geoEnv }

export const readConfig = () => readEnv(settings)

export type Config = ReturnType<typeof readConfig>
