import { createGroupLoader } from '@fingerpost/kit/async/loader'
import type { CallOptions, Client } from '@fingerpost/kit/grpc/client'
import type { CallContext } from '@fingerpost/kit/grpc/context'
import { type FieldError, invalid, notFound } from '@fingerpost/kit/http/problem'
import { hostAt } from '@fingerpost/kit/net/host'
import type { Domain } from '@fingerpost/protos/catalog/v1/domain'
import type {
  DescribeReferencesRequest,
  DescribeReferencesResponse,
  ReferencesService,
} from '@fingerpost/protos/catalog/v1/reference'
import { type Labels, NO_LABELS } from '../model/describe.rules.ts'
import type { LinkRow } from '../model/row.schema.ts'
import type { ShortUrlBase } from '../model/slug.rules.ts'

/** The references of a request: ids in catalog, and destinations that may point back here. */
export interface References {
  domainId?: number | undefined
  folderId?: number | null | undefined
  tagIds?: readonly number[] | undefined
  /** By the name of their field. */
  destinations?: Readonly<Record<string, string | null | undefined>>
  /** The link as it is: its labels are described, too, so that showing it needs no further call. */
  current?: Pick<LinkRow, 'folder_id' | 'tag_ids'> | undefined
}

interface Lookup {
  request: DescribeReferencesRequest
  context: Pick<CallContext, 'requestId' | 'caller'>
}

/** Batches the lookups of one event loop turn into one call per team. */
const askTogether = (catalog: Client<ReferencesService>) =>
  createGroupLoader<Lookup, DescribeReferencesResponse>(
    ({ context }) => context.caller().orgId,
    async (lookups) => {
      const all = <T>(of: (request: DescribeReferencesRequest) => readonly T[]): T[] =>
        unique(lookups.flatMap(({ request }) => of(request)))
      const [{ context }] = lookups as [Lookup]
      const requestId = unique(lookups.map((it) => it.context.requestId)).join(',')
      const found = await catalog.describeReferences(
        {
          domain_ids: all((it) => it.domain_ids),
          folder_ids: all((it) => it.folder_ids),
          tag_ids: all((it) => it.tag_ids),
          hosts: all((it) => it.hosts),
        },
        { requestId, caller: context.caller() },
      )
      return lookups.map(() => found)
    },
    { max: 64 },
  )

/** Checks and describes what links refer to in catalog. */
export const referenceClient = (catalog: Client<ReferencesService>, base: ShortUrlBase) => {
  const ask = askTogether(catalog)
  return {
    /**
     * Throws not_found naming every reference that is not the team's, and invalid if a destination
     * points back into this instance. Returns the domain, if one was given, and the labels for
     * `labelsOf`.
     */
    async check(
      references: References,
      context: CallContext,
    ): Promise<{ domain?: Domain; labels: Labels }> {
      const { domainId, folderId, tagIds = [], destinations = {}, current } = references
      const hosts = Object.entries(destinations).flatMap(([field, text]) => {
        const host = text ? hostAt(text, base) : undefined
        return host === undefined ? [] : [{ field, host }]
      })
      const request = {
        domain_ids: domainId === undefined ? [] : [domainId],
        folder_ids: folderId ? [folderId] : [],
        tag_ids: [...tagIds],
        hosts: hosts.map(({ host }) => host),
      }
      if (Object.values(request).every(({ length }) => length === 0)) return { labels: NO_LABELS }
      const found = await ask({
        request: {
          ...request,
          folder_ids: [...request.folder_ids, ...(current?.folder_id ? [current.folder_id] : [])],
          tag_ids: [...request.tag_ids, ...(current?.tag_ids ?? [])],
        },
        context,
      })
      const missing: FieldError[] = []
      const expect = (field: string, ids: readonly number[], items: readonly { id: number }[]) => {
        for (const id of ids) {
          if (items.some((item) => item.id === id)) continue
          missing.push({ field, code: 'not_found', detail: `${id} does not exist` })
        }
      }
      expect('domain_id', request.domain_ids, found.domains)
      expect('folder_id', request.folder_ids, found.folders)
      expect('tags', request.tag_ids, found.tags)
      if (missing.length > 0) throw notFound('What the request refers to does not exist.', missing)
      const loops = hosts.filter(({ host }) => found.short_hosts.includes(host))
      if (loops.length > 0) {
        const detail = 'leads back to a short domain of this service'
        throw invalid(loops.map(({ field }) => ({ field, code: 'redirect_loop', detail })))
      }
      const domain = found.domains.find(({ id }) => id === domainId)
      return { ...(domain && { domain }), labels: toLabels(found) }
    },

    /** For each word, the ids of the team's tags whose names contain it. */
    async tagsContaining(
      words: readonly string[],
      context: Pick<CallContext, 'requestId' | 'caller'>,
    ): Promise<number[][]> {
      if (words.length === 0) return []
      const { found } = await catalog.searchTags({ words: [...words] }, onBehalf(context))
      return found.map(({ ids }) => ids)
    },

    /** Those of the domains, folders and tags of these links that still exist. */
    async present(
      rows: readonly Pick<LinkRow, 'domain_id' | 'folder_id' | 'tag_ids'>[],
      context: Pick<CallContext, 'requestId' | 'caller'>,
    ): Promise<{ domains: ReadonlyMap<number, Domain>; labels: Labels }> {
      if (rows.length === 0) return { domains: new Map(), labels: NO_LABELS }
      const request = {
        domain_ids: unique(rows.map(({ domain_id }) => domain_id)),
        folder_ids: unique(rows.flatMap(({ folder_id }) => folder_id ?? [])),
        tag_ids: unique(rows.flatMap(({ tag_ids }) => tag_ids)),
        hosts: [],
      }
      const found = await ask({ request, context })
      return { domains: byId(found.domains), labels: toLabels(found) }
    },

    /** The folders and tags of these links; makes no call if `known` has all of them. */
    async labelsOf(
      rows: readonly Pick<LinkRow, 'folder_id' | 'tag_ids'>[],
      context: Pick<CallContext, 'requestId' | 'caller'>,
      known: Labels = NO_LABELS,
    ): Promise<Labels> {
      const folderIds = unique(rows.flatMap(({ folder_id }) => folder_id ?? []))
      const tagIds = unique(rows.flatMap(({ tag_ids }) => tag_ids))
      if (
        folderIds.every((id) => known.folders.has(id)) &&
        tagIds.every((id) => known.tags.has(id))
      )
        return known
      const request = { domain_ids: [], folder_ids: folderIds, tag_ids: tagIds, hosts: [] }
      return toLabels(await ask({ request, context }))
    },
  }
}

export type ReferenceClient = ReturnType<typeof referenceClient>

/** Options for a call on behalf of the current caller. */
export const onBehalf = ({
  requestId,
  caller,
}: Pick<CallContext, 'requestId' | 'caller'>): CallOptions => ({
  requestId,
  caller: caller(),
})
const unique = <T>(values: T[]): T[] => [...new Set(values)]
const toLabels = ({ folders, tags }: DescribeReferencesResponse): Labels => ({
  folders: byId(folders),
  tags: byId(tags),
})
const byId = <T extends { id: number }>(items: T[]) => new Map(items.map((it) => [it.id, it]))
