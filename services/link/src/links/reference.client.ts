import type { CallContext, CallOptions, Client } from '@fingerpost/kit/grpc'
import { type FieldError, invalid, notFound } from '@fingerpost/kit/problem'
import type { Domain } from '@fingerpost/protos/catalog/v1/domain'
import type { ReferencesService } from '@fingerpost/protos/catalog/v1/reference'
import type { LinkRow } from '../link.schema.ts'
import type { Labels } from './describe.rules.ts'
import type { LinkDraft } from './link.rules.ts'

/** What a link refers to in the catalog: at most one question a request. */
export const referenceClient = (catalog: Client<ReferencesService>) => ({
  /**
   * The domain and the labels of a draft. Throws not_found that names what is not the team's, and
   * invalid when a destination (field and host) would lead back into this instance.
   */
  async check(
    draft: LinkDraft,
    destinations: readonly { field: string; host: string }[],
    context: CallContext,
  ): Promise<{ domain: Domain; labels: Labels }> {
    const found = await catalog.describeReferences(
      {
        domainIds: [draft.domainId],
        folderIds: draft.folderId === null ? [] : [draft.folderId],
        tagIds: draft.tagIds,
        hosts: destinations.map(({ host }) => host),
      },
      onBehalf(context),
    )
    const labels = { folders: byId(found.folders), tags: byId(found.tags) }
    const [domain] = found.domains
    const missing: FieldError[] = []
    const lack = (field: string, id: number) =>
      missing.push({ field, code: 'not_found', detail: `there is no ${id}` })
    if (!domain) lack('domain_id', draft.domainId)
    if (draft.folderId !== null && !labels.folders.has(draft.folderId)) {
      lack('folder_id', draft.folderId)
    }
    for (const id of draft.tagIds) if (!labels.tags.has(id)) lack('tags', id)
    if (!domain || missing.length > 0) {
      throw notFound('What the link refers to does not exist.', missing)
    }
    const loops = destinations.filter(({ host }) => found.shortHosts.includes(host))
    if (loops.length > 0) {
      const detail = 'leads back to a short domain of this service'
      throw invalid(loops.map(({ field }) => ({ field, code: 'redirect_loop', detail })))
    }
    return { domain, labels }
  },

  /** The folders and tags of all these links. */
  async labelsOf(rows: readonly LinkRow[], context: CallContext): Promise<Labels> {
    const folderIds = unique(rows.flatMap(({ folder_id }) => folder_id ?? []))
    const tagIds = unique(rows.flatMap(({ tag_ids }) => tag_ids))
    if (folderIds.length + tagIds.length === 0) return { folders: new Map(), tags: new Map() }
    const request = { domainIds: [], folderIds, tagIds, hosts: [] }
    const found = await catalog.describeReferences(request, onBehalf(context))
    return { folders: byId(found.folders), tags: byId(found.tags) }
  },
})

const onBehalf = ({ requestId, caller }: CallContext): CallOptions => ({
  requestId,
  caller: caller(),
})
const unique = (ids: number[]) => [...new Set(ids)]
const byId = <T extends { id: number }>(items: T[]) => new Map(items.map((it) => [it.id, it]))
