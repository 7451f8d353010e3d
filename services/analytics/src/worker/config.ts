import { geoEnv } from '@fingerpost/kit/geo/sources'
import {
  address,
  count,
  insiderEnv,
  processEnv,
  readEnv,
  redisEnv,
  str,
} from '@fingerpost/kit/process/env'
import { clickhouseEnv } from '../config.ts'

export const settings = {
  ...processEnv,
  ...insiderEnv,
  ...redisEnv,
  ...clickhouseEnv,
  ...geoEnv,
  CLICK_IP: str<string>({
    choices: ['full', 'truncated', 'none'],
    default: 'full',
    desc: 'Part of an IP address that is stored after the lookup of its location (truncated: its /24 or /48)',
  }),
  CLICK_CONCURRENCY: count({ default: 256, desc: 'Click jobs that are processed concurrently' }),
  LINK_ADDRESS: address({ desc: 'gRPC address of link, host:port' }),
}

export const readWorkerConfig = () => readEnv(settings)

export type WorkerConfig = ReturnType<typeof readWorkerConfig>
