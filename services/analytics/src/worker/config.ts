import { geoEnv } from '@fingerpost/kit/geo/sources'
import {
  address,
  clickIpEnv,
  count,
  internalEnv,
  processEnv,
  readEnv,
  redisEnv,
} from '@fingerpost/kit/process/env'
import { clickhouseEnv } from '../config.ts'

export const settings = {
  ...processEnv,
  ...internalEnv,
  ...redisEnv,
  ...clickhouseEnv,
  ...geoEnv,
  ...clickIpEnv,
  CLICK_CONCURRENCY: count({
    default: 256,
    desc: 'Jobs of each click queue that are processed concurrently',
  }),
  LINK_ADDRESS: address({ desc: 'gRPC address of link, host:port' }),
  CATALOG_ADDRESS: address({ desc: 'gRPC address of catalog, host:port' }),
}

export const readWorkerConfig = (env: NodeJS.ProcessEnv) => readEnv(settings, env)

export type WorkerConfig = ReturnType<typeof readWorkerConfig>
