import { join } from 'node:path'
import { connect } from '@fingerpost/kit/grpc/client'
import { createServer, type Handlers } from '@fingerpost/kit/grpc/server'
import { unavailable } from '@fingerpost/kit/http/problem'
import { Lifecycle } from '@fingerpost/kit/process/lifecycle'
import { createLog } from '@fingerpost/kit/process/log'
import { openPostgres } from '@fingerpost/kit/stores/postgres'
import { createTestDatabase, createTestRedis } from '@fingerpost/kit/testing'
import { defaultLimits } from '@fingerpost/kit/testing/quotas'
import { DomainsService } from '@fingerpost/protos/catalog/v1/domain'
import { FoldersService, TagsService } from '@fingerpost/protos/catalog/v1/label'
import { type FindLabelsRequest, ReferencesService } from '@fingerpost/protos/catalog/v1/reference'
import { type CreateLinkRequest, LinksService } from '@fingerpost/protos/link/v1/link'
import { quotasOf } from '@fingerpost/protos/quotas'
import type { Config } from '../config.ts'
import type { LinkSchema } from '../link.schema.ts'
import { startLink } from '../service.ts'

export const caller = { orgId: 7, userId: 70, scopes: [] }
export const stranger = { orgId: 8, userId: 80, scopes: [] }

/** What a test can change in catalog. */
export interface FakeCatalog {
  away: boolean
  /** Whether folder and tag have been deleted. */
  unlabeled: boolean
  /** Number of requests so far. */
  asked: number
  /** The ids of labels by their names in lower case. */
  labels: Record<'folders' | 'tags', Map<string, number>>
  /** How many labels of each kind there can be. */
  remaining: number
  /** Labels are made, but the answer of so many calls is lost. */
  unanswered: number
  /** Number of labels that were made. */
  made: number
}

/** What a fake catalog has at first. */
export const newCatalog = (): FakeCatalog => ({
  ...{ away: false, unlabeled: false, asked: 0, remaining: 100, made: 0, unanswered: 0 },
  labels: { folders: new Map([['five', 5]]), tags: new Map([['six', 6]]) },
})

/**
 * A link service with its own stores and a fake catalog that knows team 7. It may connect to this
 * machine unless `allowPrivate` is false.
 */
export async function startTestLink({
  allowPrivate = true,
  limits = {},
  openCatalog = startCatalog,
}: {
  allowPrivate?: boolean
  limits?: Partial<Config>
  openCatalog?: typeof startCatalog
} = {}) {
  const log = createLog('link', 'silent')
  const lifecycle = new Lifecycle(log)
  const migrations = join(import.meta.dirname, '../../migrations')
  const own = lifecycle.own('db', await createTestDatabase('link', migrations), (it) => it.drop())
  const store = lifecycle.own('redis', await createTestRedis(), (it) => it.drop())
  const catalog = newCatalog()
  const config = {
    ADMIN_HOST: '127.0.0.1',
    ADMIN_PORT: 0,
    BUILD_VERSION: '',
    BUILD_ID: '',
    GRPC_HOST: '127.0.0.1',
    GRPC_PORT: 0,
    GRPC_SHARED_SECRET: '',
    LOG_LEVEL: 'silent',
    OTEL_EXPORTER_OTLP_ENDPOINT: '',
    OTEL_TRACES_SAMPLER_ARG: 1,
    DATABASE_URL: own.url,
    DATABASE_REPLICA_URL: '',
    REDIS_URL: store.url,
    REDIS_CACHE_URL: '',
    REDIS_QUEUE_URL: '',
    CATALOG_ADDRESS: await openCatalog(catalog, lifecycle),
    SHORT_URL_SCHEME: 'https' as const,
    SHORT_URL_PORT: 0,
    FETCH_ALLOW_PRIVATE: allowPrivate,
    FETCH_BLOCKED_PORTS: [],
    ...defaultLimits(quotasOf('link')),
    ...limits,
    AUDIT_DAYS: 400,
  }
  const { port } = await startLink(config, lifecycle, log)
  const channel = lifecycle.own('channel', connect(`127.0.0.1:${port}`), (it) => it.close())
  const links = channel.client(LinksService)
  const { db } = lifecycle.own('pool', openPostgres<LinkSchema>(own.url, log, 2), (it) =>
    it.close(),
  )
  return {
    client: channel.client,
    links,
    db,
    redis: store.client,
    redisUrl: store.url,
    catalog,
    create: (fields: Partial<CreateLinkRequest> = {}, by = caller) =>
      links.createLink(
        { url: 'https://e.com/', domain_id: 1, tags: [], ...fields } as CreateLinkRequest,
        { caller: by },
      ),
    close: () => lifecycle.close(),
  }
}

export type TestLink = Awaited<ReturnType<typeof startTestLink>>

/** Finds and makes the labels of a fake catalog. */
export function labelHandlers(
  catalog: FakeCatalog,
): Pick<Handlers<ReferencesService>, 'findLabels' | 'makeLabels' | 'searchTags'> {
  const { labels } = catalog
  const find = (kind: 'folders' | 'tags', names: string[]) =>
    names.flatMap((name) => {
      const id = labels[kind].get(name.toLowerCase())
      return id === undefined ? [] : [{ name, id }]
    })
  const make = (kind: 'folders' | 'tags', names: string[]) =>
    names.flatMap((name) => {
      const { size } = labels[kind]
      if (labels[kind].has(name.toLowerCase()) || size >= catalog.remaining) return []
      const id = 1_000 + ++catalog.made
      labels[kind].set(name.toLowerCase(), id)
      return [id]
    })
  const found = ({ folders, tags }: FindLabelsRequest) => ({
    folders: find('folders', folders),
    tags: find('tags', tags),
  })
  return {
    searchTags: async ({ words }) => ({
      found: words.map((word) => ({
        ids: [...labels.tags].flatMap(([name, id]) =>
          name.includes(word.toLowerCase()) ? [id] : [],
        ),
      })),
    }),
    findLabels: async (request) => found(request),
    async makeLabels(request) {
      const [made_folders, made_tags] = [
        make('folders', request.folders),
        make('tags', request.tags),
      ]
      if (catalog.unanswered-- > 0) throw unavailable('The answer is lost.')
      return { made_folders, made_tags, labels: found(request) }
    },
  }
}

/** A fake catalog: domain 1, folder 5 and tag 6, for team 7 and likewise for team 8. */
export async function startCatalog(catalog: FakeCatalog, lifecycle: Lifecycle): Promise<string> {
  const log = createLog('catalog', 'silent')
  const env = { GRPC_HOST: '127.0.0.1', GRPC_SHARED_SECRET: '' }
  const server = lifecycle.own('catalog', createServer(env, log), (it) => it.close())
  server.add(ReferencesService, {
    async describeReferences(
      { domain_ids: domainIds, folder_ids: folderIds, tag_ids: tagIds },
      { caller },
    ) {
      catalog.asked++
      if (catalog.away) throw new Error('catalog is away')
      const { orgId } = caller()
      const domain = {
        id: 1,
        org_id: orgId,
        name: `go${orgId}.example`,
        slug_length: 6,
        allow_preview: true,
        verified: true,
        case_sensitive: false,
        forward_query: 'merge',
      }
      return {
        domains: domainIds.includes(1) ? [domain] : [],
        folders:
          !catalog.unlabeled && folderIds.includes(5)
            ? [{ id: 5, name: 'Five', color: '#555555' }]
            : [],
        tags: !catalog.unlabeled && tagIds.includes(6) ? [{ id: 6, name: 'Six' }] : [],
        short_hosts: [],
      }
    },
    ...labelHandlers(catalog),
  })
  for (const [service, kind] of [
    [FoldersService, 'folders'],
    [TagsService, 'tags'],
  ] as const) {
    server.add(service, {
      async delete({ id }: { id: number }) {
        for (const [name, of] of catalog.labels[kind]) {
          if (of === id) catalog.labels[kind].delete(name)
        }
        return {}
      },
    } as never)
  }
  server.add(DomainsService, { getDomainRecord: async () => ({}) } as never)
  return `127.0.0.1:${await server.listen(0)}`
}
