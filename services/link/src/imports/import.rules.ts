import { hostAt } from '@fingerpost/kit/host'
import type { FieldError } from '@fingerpost/kit/problem'
import type { DomainRecord } from '@fingerpost/protos/catalog/v1/domain'
import type { CreateLinkRequest } from '@fingerpost/protos/link/v1/link'
import type { ImportFault } from '../link.schema.ts'
import { checkCreate, type LinkDraft } from '../links/link.rules.ts'
import type { ShortUrlBase } from '../slugs/slug.rules.ts'

/** A row of a table of links, as its team wrote it. */
export interface ImportRow {
  index: number
  url: string
  /** An id as digits or a host name; absent: the domain of the whole table. */
  domain?: string | null | undefined
  slug?: string | null | undefined
}

/** What a domain has to do with a new link. */
export type ImportDomain = Pick<DomainRecord, 'id' | 'name' | 'caseSensitive'> & {
  slugLength: number
}

export const isId = (domain: string) => /^\d{1,16}$/.test(domain)

/** A row as a link that is to be made; or what is wrong with it. Tags and folder are the table's. */
export function checkRow(
  row: ImportRow,
  shared: { folderId: number | null; tagIds: number[] },
): LinkDraft | ImportFault {
  const request = { url: row.url, domainId: 0, slug: row.slug ?? undefined, tags: shared.tagIds }
  const draft = checkCreate(request as CreateLinkRequest)
  if (Array.isArray(draft)) return toFault(draft)
  return { ...draft, columns: { ...draft.columns, folder_id: shared.folderId } }
}

/** The first of a row's mistakes; an error of a row has room for one. */
const toFault = ([first]: readonly FieldError[]): ImportFault => ({
  code: first?.code ?? 'invalid_request',
  detail: `${first?.field}: ${first?.detail}`,
  field: first?.field ?? '',
})

export const NO_DOMAIN: ImportFault = {
  code: 'not_found',
  detail: 'domain_id: there is no such domain',
  field: 'domain_id',
}

export const LOOP: ImportFault = {
  code: 'redirect_loop',
  detail: 'url: leads back to a short domain of this service',
  field: 'url',
}

export const taken = (slug: string): ImportFault => ({
  code: 'slug_taken',
  detail: `slug: "${slug}" is taken`,
  field: 'slug',
})

/** The hosts that the rows lead to and that could be short domains. */
export const hostsOf = (rows: readonly ImportRow[], base: ShortUrlBase): string[] => [
  ...new Set(rows.flatMap(({ url }) => hostAt(url, base) ?? [])),
]
