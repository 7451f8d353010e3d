import { join } from 'node:path'
import { connect } from '@fingerpost/kit/grpc/client'
import { createServer, type Handlers } from '@fingerpost/kit/grpc/server'
import { Lifecycle } from '@fingerpost/kit/process/lifecycle'
import { createLog } from '@fingerpost/kit/process/log'
import { createToken } from '@fingerpost/kit/secrets/token'
import { openPostgres } from '@fingerpost/kit/stores/postgres'
import { createTestDatabase, createTestRedis } from '@fingerpost/kit/testing'
import { defaultLimits } from '@fingerpost/kit/testing/quotas'
import { DomainUseService } from '@fingerpost/protos/link/v1/domain_use'
import { LabelsService, type RemoveFolderRequest } from '@fingerpost/protos/link/v1/label'
import { type HandOverTasksRequest, TasksService } from '@fingerpost/protos/link/v1/task'
import { quotasOf } from '@fingerpost/protos/quotas'
import type { CatalogSchema } from '../catalog.schema.ts'
import type { Config } from '../config.ts'
import { startCatalog } from '../service.ts'
import { teamRepository } from '../setup/team.repository.ts'
import { startDnsStub } from './dns-stub.ts'

export const INSTANCE_HOST = 'links.example'

/** The calls that the fake link service received, and its answers. */
export interface FakeLink {
  away: boolean
  /** Number of further calls until a removal is complete. */
  chunks: number
  removed: string[]
  usedDomains: Set<number>
  /** Delays the answer to whether a domain is used. */
  whenAsked?: ((domainId: number) => Promise<void>) | undefined
  /** Requests about the tasks of people who left a team. */
  handovers: HandOverTasksRequest[]
  /** Domain events for webhooks. */
  events: { id: string; orgId: number; type: string; data: unknown }[]
}

/** A catalog service with its own stores, a fake link service and a DNS stub. */
export async function startTestCatalog(own: Partial<Config> = {}) {
  const log = createLog('catalog', 'silent')
  const lifecycle = new Lifecycle(log)
  const migrations = join(import.meta.dirname, '../../migrations')
  const database = lifecycle.own('db', await createTestDatabase('catalog', migrations), (it) =>
    it.drop(),
  )
  const cache = lifecycle.own('redis', await createTestRedis(), (it) => it.drop())
  const dns = lifecycle.own('dns stub', await startDnsStub(), (it) => it.close())
  const secret = 'a secret among insiders'
  const link: FakeLink = {
    away: false,
    chunks: 0,
    removed: [],
    usedDomains: new Set(),
    handovers: [],
    events: [],
  }
  const firstKey = createToken('fp')
  const { port } = await startCatalog(
    {
      ADMIN_HOST: '127.0.0.1',
      ADMIN_PORT: 0,
      BUILD_VERSION: '',
      BUILD_ID: '',
      GRPC_HOST: '127.0.0.1',
      GRPC_PORT: 0,
      GRPC_SHARED_SECRET: secret,
      LOG_LEVEL: 'silent',
      OTEL_EXPORTER_OTLP_ENDPOINT: '',
      OTEL_TRACES_SAMPLER_ARG: 1,
      DATABASE_URL: database.url,
      REDIS_URL: cache.url,
      REDIS_CACHE_URL: '',
      REDIS_QUEUE_URL: '',
      LINK_ADDRESS: await startLink(link, lifecycle, secret),
      INSTANCE_HOST,
      SHORT_URL_SCHEME: 'https',
      SHORT_URL_PORT: 0,
      SINGLE_LABEL_DOMAINS: false,
      DNS_SERVERS: [dns.server],
      INITIAL_API_KEY: firstKey,
      INITIAL_DOMAIN: 'localhost',
      ...defaultLimits(quotasOf('catalog')),
      AUDIT_DAYS: 400,
      CLICK_RETENTION_MONTHS: 0,
      OIDC_ALLOWED_DOMAINS: [],
      TEAM_CREATION: 'members',
      QUOTA_TEAMS: 2,
      OIDC_DEFAULT_ROLE: 'viewer',
      SMTP_URL: '',
      MAIL_FROM: '',
      ...own,
    },
    lifecycle,
    log,
  )
  const channel = lifecycle.own('channel', connect(`127.0.0.1:${port}`, secret), (it) => it.close())
  const postgres = lifecycle.own('pool', openPostgres<CatalogSchema>(database.url, log, 2), (it) =>
    it.close(),
  )
  const other = await teamRepository(postgres.db).insert('Other', ['Other'])
  const scopes: string[] = []
  return {
    client: channel.client,
    postgres,
    databaseUrl: database.url,
    redis: cache.client,
    dns,
    link,
    firstKey,
    mine: { orgId: 1, userId: 1, scopes },
    other: { orgId: other.org_id, userId: other.user_id, scopes },
    close: () => lifecycle.close(),
  }
}

export type TestCatalog = Awaited<ReturnType<typeof startTestCatalog>>

async function startLink(link: FakeLink, lifecycle: Lifecycle, secret: string): Promise<string> {
  const log = createLog('link', 'silent')
  const env = { GRPC_HOST: '127.0.0.1', GRPC_SHARED_SECRET: secret }
  const server = lifecycle.own('link', createServer(env, log), (it) => it.close())
  const present = () => {
    if (link.away) throw new Error('link is away')
  }
  const remove = (what: string) => {
    present()
    link.removed.push(what)
    link.chunks = Math.max(0, link.chunks - 1)
    return { more: link.chunks > 0 }
  }
  const labels: Handlers<LabelsService> = {
    removeFolder: async ({ org_id: orgId, folder_id: folderId }: RemoveFolderRequest) =>
      remove(`folder ${orgId}/${folderId}`),
    removeTag: async ({ org_id: orgId, tag_id: tagId }) => remove(`tag ${orgId}/${tagId}`),
  }
  server.add(LabelsService, labels)
  server.add(TasksService, {
    listTasks: async () => ({ webhooks: [], imports: [] }),
    async handOverTasks(request) {
      present()
      link.handovers.push(request)
      return {}
    },
  })
  server.add(DomainUseService, {
    async checkDomainUse({ domain_id: domainId }) {
      present()
      await link.whenAsked?.(domainId)
      return { used: link.usedDomains.has(domainId) }
    },
    async tellDomainEvent({ event_id: id, org_id: orgId, type, data }) {
      present()
      link.events.push({ id, orgId, type, data: JSON.parse(data) })
      return {}
    },
  })
  return `127.0.0.1:${await server.listen(0)}`
}
