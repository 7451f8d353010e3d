import type { CallOptions, Client } from '@fingerpost/kit/grpc/client'
import type { FieldError } from '@fingerpost/kit/http/problem'
import type { DomainsService } from '@fingerpost/protos/catalog/v1/domain'
import type { ReferencesService } from '@fingerpost/protos/catalog/v1/reference'
import type { ShortUrlBase } from '../model/slug.rules.ts'
import { hostsOf, type ImportDomain, type ImportRow, isId } from './import.rules.ts'
import type { ImportFault } from './import.schema.ts'
import { findLabels, type RowLabels } from './label.client.ts'

/** Hosts per request: with 253 bytes each they stay below the 4 MiB limit of a message. */
const HOSTS = 10_000

/** What all rows of a table share. */
export interface ImportTarget {
  domainId: number
  folderId: number | null
  tagIds: number[]
  /** Whether folders and tags that rows name and that do not exist are made. */
  createLabels: boolean
}

/**
 * What catalog knows about a table: the domain of each row, and the hosts that are short domains.
 */
export interface ImportContext {
  domainOf(row: ImportRow): ImportDomain | undefined
  /** The row's folder, or the target's if it names none; the tags of both. */
  labelsOf(row: ImportRow): { folderId: number | null; tagIds: number[] } | ImportFault
  labels: Pick<RowLabels, 'missing' | 'claim' | 'make'>
  shortHosts: ReadonlySet<string>
  /** References of the whole table that do not exist. */
  missing: FieldError[]
}

/**
 * Resolves everything a table refers to with few catalog calls: one for all ids, one for all names
 * of folders and tags, and one per domain given as a host name.
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
  ): Promise<ImportContext> => {
    const named = [...new Set(rows.flatMap(({ domain }) => domain || []))]
    const byHost = new Map(
      await Promise.all(
        named
          .filter((it) => !isId(it))
          .map(async (name) => {
            const { record } = await domains.getDomainRecord({ name: name.toLowerCase() }, call)
            return [name, record?.org_id === orgId ? record.id : 0] as const
          }),
      ),
    )
    const idOf = ({ domain }: ImportRow) =>
      domain ? (byHost.get(domain) ?? Number(domain)) : target.domainId
    const domainIds = [...new Set([target.domainId, ...rows.map(idOf)])].filter(
      Number.isSafeInteger,
    )
    const hosts = hostsOf(rows, base)
    const found = await catalog.describeReferences(
      {
        domain_ids: domainIds,
        folder_ids: target.folderId === null ? [] : [target.folderId],
        tag_ids: target.tagIds,
        hosts: hosts.splice(0, HOSTS),
      },
      call,
    )
    const shortHosts = new Set(found.short_hosts)
    while (hosts.length > 0) {
      const request = { domain_ids: [], folder_ids: [], tag_ids: [], hosts: hosts.splice(0, HOSTS) }
      for (const host of (await catalog.describeReferences(request, call)).short_hosts) {
        shortHosts.add(host)
      }
    }
    const byId = new Map(found.domains.map((domain) => [domain.id, domain]))
    const labels = await findLabels(catalog, rows, target.createLabels, call)
    const folderId = found.folders.some(({ id }) => id === target.folderId) ? target.folderId : null
    const tagIds = target.tagIds.filter((tagId) => found.tags.some(({ id }) => id === tagId))
    const missing: FieldError[] = []
    const lack = (field: string, id: number) =>
      missing.push({ field, code: 'not_found', detail: `${id} does not exist` })
    if (!byId.has(target.domainId)) lack('domain_id', target.domainId)
    if (target.folderId !== null && found.folders.length === 0) lack('folder_id', target.folderId)
    for (const id of target.tagIds) if (!found.tags.some((tag) => tag.id === id)) lack('tags', id)
    return {
      domainOf: (row) => byId.get(idOf(row)),
      shortHosts,
      labels,
      labelsOf(row) {
        const own = labels.of(row)
        if ('code' in own) return own
        return { folderId: own.folderId ?? folderId, tagIds: [...tagIds, ...own.tagIds] }
      },
      missing,
    }
  }
