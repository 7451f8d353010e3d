import {
  address,
  auditEnv,
  bool,
  count,
  grpcEnv,
  insiderEnv,
  instanceEnv,
  list,
  processEnv,
  readEnv,
  redisEnv,
  shortUrlEnv,
  str,
  url,
} from '@fingerpost/kit/process/env'

export const settings = {
  ...processEnv,
  ...grpcEnv,
  ...insiderEnv,
  ...redisEnv,
  ...shortUrlEnv,
  ...auditEnv,
  DATABASE_URL: url({ desc: 'Postgres database of the service' }),
  LINK_ADDRESS: address({ desc: 'gRPC address of link, host:port' }),
  INSTANCE_HOST: instanceEnv.INSTANCE_HOST,
  SINGLE_LABEL_DOMAINS: bool({
    default: false,
    desc: 'Allow domains of one label, such as go in an intranet',
  }),
  DNS_SERVERS: list({
    default: [],
    desc: 'DNS servers that verify domains, address:port; those of the machine if not set',
  }),
  QUOTA_KEYS: count({ default: 100, desc: 'API keys per team; 0: unlimited' }),
  QUOTA_DOMAINS: count({ default: 1_000, desc: 'Domains per team; 0: unlimited' }),
  QUOTA_FOLDERS: count({ default: 10_000, desc: 'Folders per team; 0: unlimited' }),
  QUOTA_TAGS: count({ default: 10_000, desc: 'Tags per team; 0: unlimited' }),
  INITIAL_API_KEY: str({
    default: '',
    desc: 'API key of the first team; if not set, create one with the admin command',
  }),
  INITIAL_DOMAIN: str({ default: 'localhost', desc: 'First domain of the first team' }),
}

export const readConfig = () => readEnv(settings)

export type Config = ReturnType<typeof readConfig>
