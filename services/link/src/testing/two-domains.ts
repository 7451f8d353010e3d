import { createServer } from '@fingerpost/kit/grpc/server'
import type { Lifecycle } from '@fingerpost/kit/process/lifecycle'
import { createLog } from '@fingerpost/kit/process/log'
import { type DomainRecord, DomainsService } from '@fingerpost/protos/catalog/v1/domain'
import { ReferencesService } from '@fingerpost/protos/catalog/v1/reference'
import type { CreateLinkRequest } from '@fingerpost/protos/link/v1/link'
import { SlugRecord } from '@fingerpost/protos/link/v1/slug'
import { caller, type FakeCatalog, labelHandlers, startTestLink } from './stack.ts'

/** The names of tags in the fake catalog. */
const TAGS = new Map([
  [6, 'Six'],
  ...Array.from({ length: 60 }, (_, i) => [100 + i, `T${i}`] as const),
])

/** A fake catalog of team 7: domain 1, case-sensitive domain 2, folder 5, tags 6 and 100 to 159. */
async function startCatalog(catalog: FakeCatalog, lifecycle: Lifecycle): Promise<string> {
  for (const [id, name] of TAGS) catalog.labels.tags.set(name.toLowerCase(), id)
  const log = createLog('catalog', 'silent')
  const env = { GRPC_HOST: '127.0.0.1', GRPC_SHARED_SECRET: '' }
  const server = lifecycle.own('catalog', createServer(env, log), (it) => it.close())
  const domain = (id: number, name: string, caseSensitive = false) => ({
    id,
    org_id: 7,
    name,
    slug_length: 6,
    allow_preview: true,
    verified: true,
    case_sensitive: caseSensitive,
    forward_query: 'merge',
  })
  const domains = [domain(1, 'go.example'), domain(2, 'case.example', true)]
  server.add(ReferencesService, {
    describeReferences: async (
      { domain_ids: domainIds, folder_ids: folderIds, tag_ids: tagIds, hosts },
      { caller },
    ) => {
      const ours = caller().orgId === 7
      return {
        domains: domains.filter(({ id }) => ours && domainIds.includes(id)),
        folders: ours && folderIds.includes(5) ? [{ id: 5, name: 'Five', color: '#555555' }] : [],
        tags: tagIds.flatMap((id) =>
          ours && TAGS.has(id) ? { id, name: TAGS.get(id) ?? '' } : [],
        ),
        short_hosts: hosts.filter((host) => host === 'go.example'),
      }
    },
    ...labelHandlers(catalog),
  })
  server.add(DomainsService, {
    listDomains: async () => ({ domains, total: domains.length }),
    async getDomainRecord({ name }: { name: string }) {
      const found = domains.find((it) => it.name === name)
      return found ? { record: { ...found, version: 1 } as DomainRecord } : {}
    },
  } as never)
  return `127.0.0.1:${await server.listen(0)}`
}

/** A link service whose catalog has two domains. */
export async function startOnTwoDomains() {
  const link = await startTestLink({ openCatalog: startCatalog })
  const { links, redis } = link
  return {
    ...link,
    create: (fields: Partial<CreateLinkRequest> = {}, by = caller) =>
      link.create({ title: '', ...fields }, by),
    get: async (id: number, by = caller) =>
      (await links.getLinks({ ids: [id] }, { caller: by })).links[0],
    update: (id: number, fields: object, by = caller) =>
      links.updateLink({ id, clear: [], ...fields }, { caller: by }),
    /** The slug record in Redis. */
    async recordAt(key: string) {
      const text = (await redis.get(`slug:${key}`)) ?? '{}'
      return SlugRecord.fromJSON(JSON.parse(text.slice(text.indexOf('{'))))
    },
  }
}

export type LinkOnTwoDomains = Awaited<ReturnType<typeof startOnTwoDomains>>

/**
 * Retries while the service reports itself unavailable: on a busy machine, fifty concurrent calls
 * may wait too long for a connection.
 */
export async function untilHeard<T>(ask: () => Promise<T>): Promise<T> {
  for (;;) {
    try {
      return await ask()
    } catch (error) {
      if ((error as { kind?: string }).kind !== 'unavailable') throw error
    }
  }
}
