import { once } from 'node:events'
import { mkdtempSync, rmSync } from 'node:fs'
import { type Agent, type IncomingHttpHeaders, type IncomingMessage, request } from 'node:http'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createServer } from '@fingerpost/kit/grpc/server'
import { Problem, unavailable } from '@fingerpost/kit/http/problem'
import { Lifecycle } from '@fingerpost/kit/process/lifecycle'
import { createLog } from '@fingerpost/kit/process/log'
import { type DomainRecord, DomainsService } from '@fingerpost/protos/catalog/v1/domain'
import type { Click } from '@fingerpost/protos/click/v1/click'
import { valuesOf } from '@fingerpost/protos/click-batch'
import { ClickLimitsService } from '@fingerpost/protos/link/v1/click_limit'
import {
  type GetSlugRecordRequest,
  type SlugRecord,
  SlugsService,
} from '@fingerpost/protos/link/v1/slug'
import type { Redis } from 'ioredis'
import type { Config } from '../config.ts'
import { startRedirect } from '../service.ts'
import { domainRecord, type OwnFields, slugRecord } from './records.ts'
import { spooledJobs } from './spool.ts'

const log = createLog('redirect', 'silent')
const HOST = '127.0.0.1'

const unimplemented = async (): Promise<never> => {
  throw new Problem('method_not_allowed', 'method_not_allowed', 'Not part of this fake.')
}

/**
 * Fake link and catalog services over gRPC, with maps that a test fills. `away` makes them fail,
 * `asked` counts calls. Limits work as in link's Postgres tables.
 */
export async function startFakes(lifecycle: Lifecycle) {
  const fakes = {
    address: '',
    away: false,
    /** Whether clicks from before the limits are still to be counted. */
    uncounted: false,
    asked: { domains: 0, slugs: 0, calls: 0, takes: 0, grants: 0 },
    /** Delays lookups of slugs. */
    hold: undefined as Promise<unknown> | undefined,
    domains: new Map<string, DomainRecord>(),
    slugs: new Map<string, SlugRecord>(),
    limits: new Map<number, Given>(),
    addDomain(own: Partial<DomainRecord>): DomainRecord {
      const record = domainRecord(own)
      fakes.domains.set(record.name, record)
      return record
    },
    addLink(domain: DomainRecord, own: OwnFields): SlugRecord {
      const slug = own.slug ?? `s-${fakes.slugs.size}`
      const record = slugRecord({
        link_id: domain.id * 1_000 + fakes.slugs.size,
        domain_id: domain.id,
        short_url: `http://${domain.name}/${slug}`,
        ...own,
        slug,
      })
      fakes.slugs.set(`slug:${domain.id}:${slug.toLowerCase()}`, record)
      return record
    },
  }
  const answer = <T>(value: T): T => {
    if (fakes.away) throw unavailable('Away.')
    return value
  }
  const counted = <T>(value: T): T => {
    if (fakes.uncounted) throw unavailable('The clicks before this limit are still being counted.')
    return answer(value)
  }
  const server = createServer({ GRPC_HOST: HOST, GRPC_SHARED_SECRET: '' }, log)
  server.add(DomainsService, {
    ...(Object.fromEntries(
      Object.keys(DomainsService).map((name) => [name, unimplemented]),
    ) as Record<keyof typeof DomainsService, typeof unimplemented>),
    async getDomainRecord({ name }) {
      fakes.asked.domains++
      const record = answer(fakes.domains.get(name))
      return record ? { record } : {}
    },
  })
  const getSlugRecord = async ({
    domain_id: domainId,
    slug_key: slugKey,
  }: GetSlugRecordRequest) => {
    fakes.asked.slugs++
    const record = answer(fakes.slugs.get(`slug:${domainId}:${slugKey}`))
    await fakes.hold
    return record ? { record } : {}
  }
  server.add(SlugsService, {
    async getSlugRecords({ requests }) {
      fakes.asked.calls++
      return { responses: await Promise.all(requests.map(getSlugRecord)) }
    },
    async takeClick({ link_id: linkId, peek }) {
      fakes.asked.takes++
      const given = fakes.limits.get(linkId)
      return counted(takeOne(given && peek ? { ...given } : given))
    },
  })
  server.add(ClickLimitsService, {
    async grantClicks({ link_id: linkId, counter_id: counterId, used }) {
      fakes.asked.grants++
      return counted(grant(fakes.limits.get(linkId), counterId, used))
    },
  })
  lifecycle.own('fakes', server, (it) => it.close())
  fakes.address = `${HOST}:${await server.listen(0)}`
  return fakes
}

export type Fakes = Awaited<ReturnType<typeof startFakes>>

/** The state of a limited link in link. */
export interface Given {
  limit: number
  /** Clicks granted in total: to visitors and to counters. */
  taken: number
  counterId?: string
  /** Granted to the counter with this id. */
  granted: number
  /** Of those, known to be consumed. */
  used: number
}

function takeOne(given: Given | undefined) {
  if (!given) return { taken: false }
  if (given.taken >= given.limit) return { taken: false, pending: given.used < given.granted }
  given.taken++
  return { taken: true }
}

function grant(given: Given | undefined, counterId: string, used: number) {
  if (!given) return { granted: used, elsewhere: 0 }
  if (given.counterId !== counterId) Object.assign(given, { counterId, granted: used, used })
  given.used = Math.max(given.used, used)
  if (given.granted === used) {
    const left = Math.max(0, given.limit - given.taken)
    const more = Math.min(left, Math.max(1, Math.ceil(left / 4)), 1_000)
    given.taken += more
    given.granted += more
  }
  return { granted: given.granted, elsewhere: given.taken - given.granted }
}

/** A redirect process on free ports, started as `main` does. */
export async function startTestRedirect(fakes: Fakes, redisUrl: string, own: Partial<Config> = {}) {
  const lifecycle = new Lifecycle(log)
  const folder = own.SPOOL_DIR ?? mkdtempSync(join(tmpdir(), 'spool-'))
  const config: Config = {
    LOG_LEVEL: 'silent',
    OTEL_EXPORTER_OTLP_ENDPOINT: '',
    OTEL_TRACES_SAMPLER_ARG: 1,
    ADMIN_HOST: HOST,
    ADMIN_PORT: 0,
    BUILD_VERSION: '',
    BUILD_ID: '',
    GRPC_SHARED_SECRET: '',
    VISITOR_SECRET: '',
    REDIS_URL: redisUrl,
    REDIS_CACHE_URL: '',
    REDIS_QUEUE_URL: '',
    REDIS_REPLICA_URL: '',
    HTTP_HOST: HOST,
    HTTP_PORT: 0,
    HTTP_REUSE_PORT: false,
    LINK_ADDRESS: fakes.address,
    CATALOG_ADDRESS: fakes.address,
    SPOOL_DIR: folder,
    SPOOL_MAX_BYTES: 10_000_000,
    SPOOL_RESERVE_BYTES: 0,
    TRUSTED_PROXIES: [],
    GEOIP_CITY_DB: '',
    GEOIP_COUNTRY_DB: '',
    GEO_DATA: 'city',
    CLICK_IP: 'full',
    HONOUR_GPC: false,
    CLICK_QUEUES: 1,
    CACHED_LINKS: 1_000,
    UNKNOWN_PER_MINUTE: 0,
    ...own,
  }
  const { port, adminPort } = await startRedirect(config, lifecycle, log)
  return {
    port,
    adminPort,
    folder,
    async close() {
      await lifecycle.close()
      if (!own.SPOOL_DIR) rmSync(folder, { recursive: true, force: true })
    },
  }
}

export interface Response {
  status: number
  headers: IncomingHttpHeaders
  location: string | undefined
  body: string
}

const BROWSER =
  'Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/140.0 Safari/537.36'

/** A visit that does not follow redirects. `host` is the domain; undefined headers are not sent. */
export async function visit(
  port: number,
  host: string,
  path: string,
  { method = 'GET', headers = {}, body = '', agent = undefined as Agent | undefined } = {} as {
    method?: string
    headers?: Record<string, string | undefined>
    body?: string
    agent?: Agent | undefined
  },
): Promise<Response> {
  const all = { host, 'user-agent': BROWSER, ...headers }
  const sent = Object.fromEntries(Object.entries(all).filter(([, value]) => value !== undefined))
  const outgoing = request({
    host: HOST,
    port,
    path,
    method,
    headers: sent as Record<string, string>,
    agent: agent ?? false,
  })
  outgoing.end(body)
  const [incoming] = (await once(outgoing, 'response')) as [IncomingMessage]
  let text = ''
  for await (const chunk of incoming.setEncoding('utf8')) text += chunk
  const { statusCode = 0, headers: received } = incoming
  return { status: statusCode, headers: received, location: received.location, body: text }
}

/** The waiting jobs in a queue, oldest first. */
export async function queuedJobs(
  redis: Redis,
  name = 'clicks',
): Promise<{ id: string; clicks: Click[] }[]> {
  const ids = (await redis.lrange(`{${name}}:${name}:wait`, 0, -1)).reverse()
  return Promise.all(
    ids.map(async (id) => {
      const data = await redis.hget(`{${name}}:${name}:${id}`, 'data')
      return { id, clicks: valuesOf(JSON.parse(data ?? '')) as Click[] }
    }),
  )
}

/** The clicks in a spool folder. */
export const spooledClicks = async (folder: string): Promise<Click[]> =>
  (await spooledJobs(folder)).flatMap(({ batch }) => valuesOf(batch) as Click[])

/** All waiting clicks in the queue. */
export const queuedClicks = async (redis: Redis): Promise<Click[]> =>
  (await queuedJobs(redis)).flatMap(({ clicks }) => clicks)
