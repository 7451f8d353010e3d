import {
  address,
  auditEnv,
  bool,
  count,
  grpcEnv,
  instanceEnv,
  internalEnv,
  list,
  processEnv,
  quotaEnv,
  readEnv,
  redisEnv,
  shortUrlEnv,
  smtp,
  str,
  url,
} from '@fingerpost/kit/process/env'
import { host, token } from '@fingerpost/kit/process/first-team-env'
import { quotasOf } from '@fingerpost/protos/quotas'
import { KEY_PREFIX } from '@fingerpost/protos/words'
import { TEAM_CREATORS } from './organizations/organization.rules.ts'

export const settings = {
  ...processEnv,
  ...grpcEnv,
  ...internalEnv,
  ...redisEnv,
  ...shortUrlEnv,
  ...auditEnv,
  ...quotaEnv(quotasOf('catalog')),
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
  CLICK_RETENTION_MONTHS: count({
    default: 0,
    desc: 'Longest time for which clicks are kept, in whole months, after which they are deleted; teams can choose a shorter one. 0: forever',
  }),
  TEAM_CREATION: str<string>({
    choices: [...TEAM_CREATORS],
    default: 'nobody',
    desc: 'Who can create teams: nobody, members of a team, or anyone with an account',
  }),
  OIDC_ALLOWED_DOMAINS: list({
    default: [],
    desc: 'Email domains for which the OpenID Connect provider is responsible: their people need no invitation, and single sign-on opens their accounts',
  }),
  OIDC_DEFAULT_ROLE: str<string>({
    choices: ['viewer', 'editor', 'admin'],
    default: 'viewer',
    desc: 'Role in the first team of a new person of OIDC_ALLOWED_DOMAINS',
  }),
  SMTP_URL: smtp({
    default: '',
    desc: 'Mail server that sends invitations and password resets, such as smtp://user:password@mail.example.com:587; no mails if not set. Links in mails point to INSTANCE_HOST',
  }),
  MAIL_FROM: str({
    default: '',
    desc: 'Sender of mails; Fingerpost <fingerpost@INSTANCE_HOST> if not set',
  }),
  INITIAL_API_KEY: token(KEY_PREFIX)({
    default: '',
    desc: 'API key of the first team; if not set, create one with the admin command',
  }),
  INITIAL_DOMAIN: host({ default: 'localhost', desc: 'First domain of the first team' }),
}

export const readConfig = (env: NodeJS.ProcessEnv) => readEnv(settings, env)

export type Config = ReturnType<typeof readConfig>
