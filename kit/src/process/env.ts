import { readFileSync } from 'node:fs'
import {
  bool,
  cleanEnv,
  makeValidator,
  num,
  port,
  type Spec,
  str,
  type ValidatorSpec,
} from 'envalid'
import { ADDRESS_PRECISIONS, matchNetworks } from '../net/ip.ts'
import { readClusterUrl } from '../net/redis-url.ts'

export { bool, makeValidator, num, port, str, url } from 'envalid'

/** A whole number of at least 0. */
export const count = makeValidator<number>((raw) => {
  if (!/^\d{1,15}$/.test(raw)) throw new Error('is not a whole number')
  return Number(raw)
})

/** `host:port` of a service's gRPC. */
export const address = makeValidator<string>((raw) => {
  if (!/^[^\s/]+:\d{1,5}$/.test(raw)) throw new Error('is not host:port')
  return raw
})

/** Comma-separated values; empty parts are dropped. */
export const list = makeValidator<string[]>((raw) =>
  raw
    .split(',')
    .map((part) => part.trim())
    .filter((part) => part !== ''),
)

/** Comma-separated networks (CIDR) and addresses. */
export const networks = makeValidator<string[]>((raw) => {
  const parts = raw.split(',').flatMap((part) => part.trim() || [])
  try {
    matchNetworks(parts)
  } catch {
    throw new Error('is not a list of networks in CIDR notation')
  }
  return parts
})

/** An https URL; on this machine also http. */
export const secureUrl = makeValidator<string>((raw) => {
  const { protocol, hostname } = URL.parse(raw) ?? {}
  const isLocal = /^(localhost|127(\.\d+){3}|\[::1\])$/.test(hostname ?? '')
  if (protocol === 'https:' || (protocol === 'http:' && isLocal)) return raw
  throw new Error('is not an https URL')
})

/** URL of a Redis server, or `redis+cluster://` with comma-separated nodes. */
export const redis = makeValidator<string>((raw) => {
  readClusterUrl(raw)
  return raw
})

/** URL of a mail server. */
export const smtp = makeValidator<string>((raw) => {
  if (!/^smtps?:$/.test(URL.parse(raw)?.protocol ?? '')) throw new Error('is not an smtp URL')
  return raw
})

/** What the image was built from. */
export const buildEnv = {
  BUILD_VERSION: str({
    default: '0.1.0',
    desc: 'Version of the build, for /api/version and metrics',
  }),
  BUILD_ID: str({ default: 'local', desc: 'Commit of the build, for /api/version and metrics' }),
}

/** Settings of every process: log level, health and metrics, traces, build. */
export const processEnv = {
  ...buildEnv,
  LOG_LEVEL: str({
    default: 'info',
    desc: 'Log level: fatal, error, warn, info, debug, trace or silent',
  }),
  ADMIN_HOST: str({ default: '127.0.0.1', desc: 'Address that health and metrics listen on' }),
  ADMIN_PORT: port({ desc: 'Port of /healthz, /readyz and /metrics; never published' }),
  OTEL_EXPORTER_OTLP_ENDPOINT: str({
    default: '',
    desc: 'URL for traces, OTLP over HTTP; no traces if empty',
  }),
  OTEL_TRACES_SAMPLER_ARG: num({ default: 1, desc: 'Share of traces that are sampled, 0 to 1' }),
}

/** Settings of processes with a gRPC server. */
export const grpcEnv = {
  GRPC_HOST: str({ default: '127.0.0.1', desc: 'Address that gRPC listens on' }),
  GRPC_PORT: num({ desc: 'Port that gRPC listens on' }),
}

/** Settings of processes with an HTTP server. */
export const httpEnv = {
  HTTP_HOST: str({ default: '127.0.0.1', desc: 'Address that the HTTP server listens on' }),
  HTTP_PORT: port({ desc: 'Port that the HTTP server listens on' }),
  HTTP_REUSE_PORT: bool({
    default: false,
    desc: 'Share the port with other copies on the same machine (SO_REUSEPORT); Linux distributes the connections',
  }),
}

/** Settings of processes that communicate with other processes of the instance. */
export const internalEnv = {
  GRPC_SHARED_SECRET: str({
    default: '',
    desc: 'Shared secret that authenticates the processes to each other; required where gRPC listens beyond loopback. During a rotation, several values separated by commas: the first is sent, all are accepted',
  }),
}

/** Settings of processes that keep an audit log. */
export const auditEnv = {
  AUDIT_DAYS: count({
    default: 400,
    desc: 'Days after which entries of the audit log are deleted; 0: never',
  }),
}

/** Settings of quotas. */
export const quotaEnv = <Setting extends string>(
  quotas: Readonly<
    Record<string, { setting: Setting; default: number; of: string; desc?: string }>
  >,
) =>
  Object.fromEntries(
    Object.values(quotas).map(({ setting, default: limit, of, desc }) => [
      setting,
      count({
        default: limit,
        desc: desc ?? `${of.charAt(0).toUpperCase()}${of.slice(1)} per team; 0: unlimited`,
      }),
    ]),
  ) as Record<Setting, ReturnType<typeof count>>

/** Which part of the address of a client is stored. */
export const clickIpEnv = {
  CLICK_IP: str<string>({
    choices: ADDRESS_PRECISIONS,
    default: 'full',
    desc: 'Part of an IP address that is stored with clicks, after the lookup of its location, and in the audit log (truncated: its /24 or /48)',
  }),
}

/** Scheme and port of short URLs. */
export const shortUrlEnv = {
  SHORT_URL_SCHEME: str<string>({
    default: 'https',
    choices: ['http', 'https'],
    desc: 'Scheme of short URLs',
  }),
  SHORT_URL_PORT: count({
    default: 0,
    desc: 'Port in short URLs; 0: the default of the scheme',
  }),
}

/** Hosts of the instance itself, as opposed to the domains of its teams. */
export const instanceEnv = {
  INSTANCE_HOST: str({
    default: '',
    desc: 'Host of this instance, the only one that serves the API, the dashboard and all bio pages; CNAMEs of domains point to names below it. Empty: every host serves them, and no CNAME is offered',
  }),
  INSTANCE_ALIASES: list({
    default: [],
    desc: 'Additional hosts that are served like INSTANCE_HOST; *: every host',
  }),
}

/** Settings of processes that send requests to sites on the internet. */
export const fetchEnv = {
  FETCH_ALLOW_PRIVATE: bool({
    default: false,
    desc: 'Allow requests for titles, icons and webhooks to private addresses and any port',
  }),
  FETCH_BLOCKED_PORTS: list({
    default: ['5432', '6379', '8123', '9000', '9090', '50051'],
    desc: 'Ports blocked for titles, icons and webhooks on every host: those of stores, admin endpoints and gRPC',
  }),
}

/** The two roles of Redis, which share one server by default. */
export const redisEnv = {
  REDIS_URL: redis({ default: 'redis://127.0.0.1:6379', desc: 'Redis for cache and queues' }),
  REDIS_CACHE_URL: redis({ default: '', desc: 'Redis for slug records and counters' }),
  REDIS_QUEUE_URL: redis({ default: '', desc: 'Redis for queues: appendonly yes, noeviction' }),
}

type Values<S> = { readonly [K in keyof S]: S[K] extends ValidatorSpec<infer T> ? T : never }

/**
 * Reads the environment once, at start-up. `NAME_FILE` names a file that holds the value of `NAME`.
 * An empty variable counts as absent. Throws one Error that lists every mistake, never a value.
 */
export function readEnv<S extends Record<string, ValidatorSpec<unknown>>>(
  spec: S,
  env: NodeJS.ProcessEnv = process.env,
): Values<S> {
  const given: NodeJS.ProcessEnv = {}
  const mistakes: string[] = []
  for (const name of Object.keys(spec)) {
    const file = env[`${name}_FILE`]
    try {
      const value = file ? readFileSync(file, 'utf8').trim() : env[name]
      if (value) given[name] = value
    } catch {
      mistakes.push(`${name}_FILE cannot be read`)
    }
  }
  const values = cleanEnv(given, spec as Record<string, Spec<unknown> & ValidatorSpec<unknown>>, {
    reporter({ errors }) {
      for (const [name, error] of Object.entries(errors)) {
        mistakes.push(`${name} ${given[name] ? wrongness(spec[name], error) : 'is required'}`)
      }
    },
  })
  if (mistakes.length > 0) throw new Error(`Bad environment: ${mistakes.join('; ')}`)
  return { ...values } as Values<S>
}

/** What is wrong with a value, without the value: our own words, the choices, or nothing specific. */
function wrongness(spec: ValidatorSpec<unknown> | undefined, error: Error | undefined): string {
  if (error && /^is /.test(error.message)) return error.message
  return spec?.choices ? `is not one of ${spec.choices.join(', ')}` : 'is not valid'
}
