import type { Copies } from './copies.ts'
import { freePort } from './ports.ts'

/** Path of the country data of `admin geo update`, within the data folder. */
export const COUNTRY_DATABASE = 'geo/country.mmdb'

/** Values that the rows below refer to. */
export interface ProcessContext {
  databaseUrl: string
  clickhouseUrl: string
  redisCacheUrl: string
  redisQueueUrl: string
  apiKey: string
  initialDomain: string
  grpcSecret: string
  spoolFolder: string
  countryDatabase: string
  gateway: { host: string; port: number }
  /** Number of processes by name, if more than one. */
  copies?: Copies
  /** Of redirect; 0 or absent: any free port. */
  redirectPort?: number
  /** The environment that every process gets in addition to its own settings. */
  env: NodeJS.ProcessEnv
}

interface Row {
  name: string
  entry: string
  /** Run to completion before any process starts. */
  migrate?: string
  /** The protocols that others call it by; each has a fixed port of its own. */
  speaks: readonly ('grpc' | 'http')[]
  env(around: ProcessContext): Record<string, string>
}

/** The processes in the order in which they are listed; they are stopped in reverse order. */
export const rows: readonly Row[] = [
  {
    name: 'catalog',
    entry: 'services/catalog/src/main.ts',
    migrate: 'services/catalog/src/migrate.ts',
    speaks: ['grpc'],
    env: (around) => ({
      DATABASE_URL: database(around, 'catalog'),
      INITIAL_API_KEY: around.apiKey,
      INITIAL_DOMAIN: around.initialDomain,
      ...shortUrls(around),
    }),
  },
  {
    name: 'bio',
    entry: 'services/bio/src/main.ts',
    migrate: 'services/bio/src/migrate.ts',
    speaks: ['grpc', 'http'],
    env: (around) => ({ DATABASE_URL: database(around, 'bio'), ...shortUrls(around) }),
  },
  {
    name: 'link',
    entry: 'services/link/src/main.ts',
    migrate: 'services/link/src/migrate.ts',
    speaks: ['grpc'],
    env: (around) => ({
      DATABASE_URL: database(around, 'link'),
      ...shortUrls(around),
    }),
  },
  {
    name: 'analytics',
    entry: 'services/analytics/src/main.ts',
    migrate: 'services/analytics/src/migrate.ts',
    speaks: ['grpc'],
    env: (around) => ({ CLICKHOUSE_URL: around.clickhouseUrl, ...countries(around) }),
  },
  {
    name: 'click-worker',
    entry: 'services/analytics/src/worker/main.ts',
    speaks: [],
    env: (around) => ({ CLICKHOUSE_URL: around.clickhouseUrl, ...countries(around) }),
  },
  {
    name: 'redirect',
    entry: 'services/redirect/src/main.ts',
    speaks: ['http'],
    env: (around) => ({
      SPOOL_DIR: around.spoolFolder,
      ...countries(around),
      // Here, most of Node's default young generation would be wasted memory (docs/decisions/0082).
      NODE_OPTIONS: [around.env.NODE_OPTIONS, '--max-semi-space-size=16'].filter(Boolean).join(' '),
    }),
  },
  {
    name: 'gateway',
    entry: 'gateway/src/main.ts',
    speaks: [],
    env: ({ gateway }) => ({ HTTP_HOST: gateway.host, HTTP_PORT: `${gateway.port}` }),
  },
]

/** One process with its complete environment. */
export interface PlannedProcess {
  name: string
  entry: string
  migrate: string | undefined
  adminUrl: string
  /** The address of its gRPC server, if it has one. */
  grpcAddress?: string
  httpPort: number | undefined
  env: NodeJS.ProcessEnv
}

/** Assigns ports to each process, and passes the addresses of all processes to each. */
export async function planProcesses(around: ProcessContext): Promise<PlannedProcess[]> {
  const placed = await Promise.all(
    rows.map(async (row) => ({
      row,
      admins: await Promise.all(
        Array.from({ length: around.copies?.[row.name] ?? 1 }, () => freePort()),
      ),
      grpc: row.speaks.includes('grpc') ? await freePort() : undefined,
      http: row.speaks.includes('http')
        ? (row.name === 'redirect' && around.redirectPort) || (await freePort())
        : undefined,
    })),
  )
  const common: Record<string, string> = {
    REDIS_CACHE_URL: around.redisCacheUrl,
    REDIS_QUEUE_URL: around.redisQueueUrl,
    GRPC_SHARED_SECRET: around.grpcSecret,
  }
  for (const { row, grpc, http } of placed) {
    const name = row.name.toUpperCase()
    if (grpc) common[`${name}_ADDRESS`] = `127.0.0.1:${grpc}`
    if (http) common[`${name}_URL`] = `http://127.0.0.1:${http}`
  }
  const stores = [
    around.databaseUrl,
    around.redisCacheUrl,
    around.redisQueueUrl,
    around.clickhouseUrl,
  ]
  const inner = placed.flatMap(({ admins, grpc }) => [...admins, ...(grpc ? [grpc] : [])])
  common.FETCH_BLOCKED_PORTS = [...STORE_PORTS, ...stores.flatMap(portsOf), ...inner].join(',')
  return placed.flatMap(({ row, admins, grpc, http }) =>
    admins.map((admin, i) => ({
      name: i === 0 ? row.name : `${row.name}-${i + 1}`,
      entry: row.entry,
      migrate: row.migrate,
      adminUrl: `http://127.0.0.1:${admin}`,
      ...(grpc === undefined ? {} : { grpcAddress: `127.0.0.1:${grpc}` }),
      httpPort: http,
      env: overlay(around.env, {
        ...common,
        ADMIN_PORT: `${admin}`,
        ...(grpc && { GRPC_PORT: `${grpc}` }),
        ...(http && { HTTP_PORT: `${http}` }),
        ...(admins.length > 1 && { HTTP_REUSE_PORT: 'true' }),
        ...row.env(around),
      }),
    })),
  )
}

const shortUrls = ({ env, gateway }: ProcessContext) => ({
  SHORT_URL_SCHEME: env.SHORT_URL_SCHEME || 'http',
  SHORT_URL_PORT: env.SHORT_URL_PORT || `${gateway.port}`,
})

const countries = ({ env, countryDatabase }: ProcessContext) => ({
  GEOIP_COUNTRY_DB: env.GEOIP_COUNTRY_DB || countryDatabase,
})

/** Default ports, for URLs without one. */
const STORE_PORTS = [5432, 6379, 8123, 9000]

/** Ports in a store's URL, which may list several servers. */
const portsOf = (url: string): number[] =>
  [...url.matchAll(/:(\d+)(?=[,/?]|$)/g)].map(([, port]) => Number(port))

/** The URL of the server with another database. */
function database({ databaseUrl }: ProcessContext, name: string): string {
  const url = new URL(databaseUrl)
  url.pathname = `/${name}`
  return url.href
}

/** Our own values take precedence, even over a `NAME_FILE` of the operator. */
function overlay(env: NodeJS.ProcessEnv, own: Record<string, string>): NodeJS.ProcessEnv {
  const merged = { ...env, ...own }
  for (const name of Object.keys(own)) delete merged[`${name}_FILE`]
  return merged
}
