import type { CallOptions, Client } from '@fingerpost/kit/grpc'
import type { FieldError } from '@fingerpost/kit/problem'
import type { DomainsService } from '@fingerpost/protos/catalog/v1/domain'
import type { ReferencesService } from '@fingerpost/protos/catalog/v1/reference'
import type { ShortUrlBase } from '../slugs/slug.rules.ts'
import { hostsOf, type ImportDomain, type ImportRow, isId } from './import.rules.ts'

/** What all rows of a table share. */
export interface ImportTarget {
  domainId: number
  folderId: number | null
  tagIds: number[]
}

/** What the catalog says about a table: the domain of each row, and the hosts that are ours. */
export interface Surroundings {
  domainOf(row: ImportRow): ImportDomain | undefined
  shortHosts: ReadonlySet<string>
  /** The target without a folder and tags that do not exist. */
  target: ImportTarget
  /** What the whole table refers to and does not exist. */
  missing: FieldError[]
}

/**
 * Asks the catalog about everything a table refers to, in one question and one more per domain that
 * is named by its host.
 */
export const targetClient =
  (
    catalog: Client<ReferencesService>,
    domains: Client<Pick<DomainsService, 'getDomainRecord'>>,
    base: ShortUrlBase,
  ) =>
  async (
    target: ImportTarget,
    rows: readonly ImportRow[],
    orgId: number,
    call: CallOptions,
  ): Promise<Surroundings> => {
    const named = [...new Set(rows.flatMap(({ domain }) => domain || []))]
    const byHost = new Map(
      await Promise.all(
        named
          .filter((it) => !isId(it))
          .map(async (name) => {
            const { record } = await domains.getDomainRecord({ name: name.toLowerCase() }, call)
            return [name, record?.orgId === orgId ? record.id : 0] as const
          }),
      ),
    )
    const idOf = ({ domain }: ImportRow) =>
      domain ? (byHost.get(domain) ?? Number(domain)) : target.domainId
    const domainIds = [...new Set([target.domainId, ...rows.map(idOf)])].filter(
      Number.isSafeInteger,
    )
    const found = await catalog.describeReferences(
      {
        domainIds,
        folderIds: target.folderId === null ? [] : [target.folderId],
        tagIds: target.tagIds,
        hosts: hostsOf(rows, base),
      },
      call,
    )
    const byId = new Map(found.domains.map((domain) => [domain.id, domain]))
    const missing: FieldError[] = []
    const lack = (field: string, id: number) =>
      missing.push({ field, code: 'not_found', detail: `${id} does not exist` })
    if (!byId.has(target.domainId)) lack('domain_id', target.domainId)
    if (target.folderId !== null && found.folders.length === 0) lack('folder_id', target.folderId)
    for (const id of target.tagIds) if (!found.tags.some((tag) => tag.id === id)) lack('tags', id)
    return {
      domainOf: (row) => byId.get(idOf(row)),
      shortHosts: new Set(found.shortHosts),
      target: {
        domainId: target.domainId,
        folderId: found.folders.some(({ id }) => id === target.folderId) ? target.folderId : null,
        tagIds: target.tagIds.filter((tagId) => found.tags.some(({ id }) => id === tagId)),
      },
      missing,
    }
  }
