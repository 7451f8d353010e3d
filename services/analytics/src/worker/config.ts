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
    desc: 'What is kept of an address once it is located: all, its /24 or /48, nothing',
  }),
  CLICK_CONCURRENCY: count({ default: 256, desc: 'Jobs of clicks in hand at once' }),
  LINK_ADDRESS: address({ desc: 'host:port of link, which is told the totals' }),
}

export const readWorkerConfig = () => readEnv(settings)

export type WorkerConfig = ReturnType<typeof readWorkerConfig>
