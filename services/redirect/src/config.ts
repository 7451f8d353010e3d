import { geoEnv } from '@fingerpost/kit/geo/sources'
import {
  address,
  bool,
  clickIpEnv,
  count,
  httpEnv,
  internalEnv,
  networks,
  num,
  processEnv,
  readEnv,
  redis,
  redisEnv,
  str,
} from '@fingerpost/kit/process/env'
import { CLICK_QUEUES } from '@fingerpost/protos/redis-keys'

export const settings = {
  ...processEnv,
  ...httpEnv,
  ...internalEnv,
  ...redisEnv,
  REDIS_REPLICA_URL: redis({
    default: '',
    desc: 'Replica of the Redis for slug records, beside a redirect in another region',
  }),
  VISITOR_SECRET: str({
    default: '',
    desc: 'Secret for A/B variants and for the cookies of unlocked links; empty: GRPC_SHARED_SECRET',
  }),
  LINK_ADDRESS: address({ desc: 'gRPC address of link, host:port' }),
  CATALOG_ADDRESS: address({ desc: 'gRPC address of catalog, host:port' }),
  SPOOL_DIR: str({
    default: '.data/spool',
    desc: 'Folder for clicks on their way to Redis; keep it on a disk that outlives the process',
  }),
  SPOOL_MAX_BYTES: count({
    default: 1_073_741_824,
    desc: 'Maximum size of the clicks in the spool folder, in bytes',
  }),
  SPOOL_RESERVE_BYTES: count({
    default: 67_108_864,
    desc: 'Disk space that is kept for the spool in its folder, for a full disk, in bytes; 0: none',
  }),
  TRUSTED_PROXIES: networks({ default: [], desc: 'Networks whose X-Forwarded-For is trusted' }),
  ...geoEnv,
  ...clickIpEnv,
  HONOUR_GPC: bool({
    default: false,
    desc: 'Store only time, link and country of clicks whose visitor sends Sec-GPC: 1 or DNT: 1',
  }),
  CLICK_QUEUES: num<number>({
    choices: CLICK_QUEUES.map((_, i) => i + 1),
    default: 1,
    desc: 'Number of click queues, spread across the masters of a Redis Cluster',
  }),
  CACHED_LINKS: count({
    default: 100_000,
    desc: 'Maximum number of links in the memory of a process, of 1 kB each on average',
  }),
  UNKNOWN_PER_MINUTE: count({
    default: 600,
    desc: 'Unknown short links that an address may request per minute before it is slowed down; 0: unlimited',
  }),
}

export const readConfig = (env: NodeJS.ProcessEnv) => readEnv(settings, env)

export type Config = ReturnType<typeof readConfig>
