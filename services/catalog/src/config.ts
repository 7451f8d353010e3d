import {
  address,
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
} from '@fingerpost/kit/env'

export const settings = {
  ...processEnv,
  ...grpcEnv,
  ...insiderEnv,
  ...redisEnv,
  ...shortUrlEnv,
  DATABASE_URL: url({ desc: 'Postgres database of the catalog' }),
  LINK_ADDRESS: address({ desc: 'gRPC of link' }),
  INSTANCE_HOST: instanceEnv.INSTANCE_HOST,
  SINGLE_LABEL_DOMAINS: bool({
    default: false,
    desc: 'Teams may add domains of one label, such as go in an intranet',
  }),
  DNS_SERVERS: list({
    default: [],
    desc: 'address:port of the DNS servers that prove domains; those of the machine when absent',
  }),
  QUOTA_KEYS: count({ default: 100, desc: 'API keys of a team; 0: any number' }),
  QUOTA_DOMAINS: count({ default: 1_000, desc: 'Domains of a team; 0: any number' }),
  QUOTA_FOLDERS: count({ default: 10_000, desc: 'Folders of a team; 0: any number' }),
  QUOTA_TAGS: count({ default: 10_000, desc: 'Tags of a team; 0: any number' }),
  INITIAL_API_KEY: str({
    default: '',
    desc: 'Key of the first team; when absent, the admin command makes one',
  }),
  INITIAL_DOMAIN: str({ default: 'localhost', desc: 'First domain of the first team' }),
}

export const readConfig = () => readEnv(settings)

export type Config = ReturnType<typeof readConfig>
