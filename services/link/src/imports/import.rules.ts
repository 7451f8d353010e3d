import type { FieldError } from '@fingerpost/kit/http/problem'
import { hostAt } from '@fingerpost/kit/net/host'
import type { DomainRecord } from '@fingerpost/protos/catalog/v1/domain'
import type { CreateLinkRequest } from '@fingerpost/protos/link/v1/link'
import type { Lists } from '@fingerpost/protos/redirect-rules'
import { destinationsOf, type LinkColumns, readCells } from '../model/field.rules.ts'
import { checkCreate, type LinkDraft } from '../model/link.rules.ts'
import { normalSlug, type ShortUrlBase } from '../model/slug.rules.ts'
import { time } from '../model/value.rules.ts'
import { alsoOf, type Cells, readVariants, variantUrls } from './cell.rules.ts'
import type { ImportFault } from './import.schema.ts'

/** A row of an imported table, as the team wrote it. */
export interface ImportRow {
  index: number
  url: string
  /** A numeric id or a host name; if absent, the domain of the whole table. */
  domain?: string | null | undefined
  slug?: string | null | undefined
  /** Further columns by name. */
  cells?: Record<string, string> | null | undefined
  /** What the gateway has found wrong with it. */
  error?: ImportFault | null | undefined
}

/** The fields of a domain that creating a link needs. */
export type ImportDomain = Pick<DomainRecord, 'id' | 'name' | 'case_sensitive'> & {
  slug_length: number
}

export const isId = (domain: string) => /^\d{1,16}$/.test(domain)

type RowDraft = LinkDraft<LinkColumns & Lists> & { createdAt?: Date }

/** Turns a row into a link draft, or returns its error. Items of lists get the id 0. */
export function checkRow(
  row: ImportRow,
  labels: { folderId: number | null; tagIds: number[] },
  now: Date,
): RowDraft | ImportFault {
  const cells = row.cells ?? {}
  if (cells.has_password && cells.has_password !== 'false') return toFault([LOCKED])
  const values = readCells(cells)
  if ('code' in values) return toFault([values])
  const draft = checkCreate({
    ...values,
    url: row.url,
    domain_id: 0,
    slug: row.slug ?? undefined,
    tags: labels.tagIds,
  } as CreateLinkRequest)
  if (Array.isArray(draft)) return toFault(draft)
  const variants = readVariants(cells)
  if ('code' in variants) return toFault([variants])
  const created = readCreated(cells, now)
  if ('code' in created) return toFault([created])
  const columns = { ...draft.columns, ...variants, folder_id: labels.folderId }
  return { ...draft, ...created, columns }
}

/** When a row's link was created elsewhere, or the error in this cell. */
function readCreated({ created_at: text }: Cells, now: Date): { createdAt?: Date } | FieldError {
  if (!text) return {}
  const { form, detail = '', parse } = time.cell ?? {}
  const field = 'created_at'
  const createdAt = form?.test(text) ? parse?.(text) : undefined
  if (!createdAt || Number.isNaN(createdAt.getTime())) {
    return { field, code: 'invalid_format', detail }
  }
  if (createdAt > now) return { field, code: 'out_of_range', detail: 'must not be in the future' }
  return { createdAt }
}

/** Indexes of further short URLs are beyond those of rows, by multiples of this. */
export const FURTHER = 2 ** 32

/** The rows and, for each further short URL of one, a row that has only another address. */
export const withFurther = (rows: readonly ImportRow[]): ImportRow[] =>
  rows.flatMap((row) => {
    const { also, ...cells } = row.cells ?? {}
    if (also === undefined) return [row]
    const further = alsoOf(also).map(({ domain, slug }, i) => ({
      ...{ ...row, cells, domain: domain ?? row.domain, slug },
      index: row.index + (i + 1) * FURTHER,
    }))
    return [{ ...row, cells }, ...further]
  })

const LOCKED: FieldError = {
  field: 'has_password',
  code: 'not_allowed',
  detail:
    'an export does not contain the password; set has_password to false to import without one',
}

/** The destinations of a row. */
export const rowDestinations = ({ url, cells }: ImportRow): string[] =>
  [...Object.values(destinationsOf({ ...cells, url })), ...variantUrls(cells ?? {})].filter(
    (it) => typeof it === 'string',
  )

/** The first error of a row; the result of a row has room for one. */
export const toFault = ([first]: readonly FieldError[]): ImportFault => ({
  code: first?.code ?? 'invalid_request',
  detail: `${first?.field}: ${first?.detail}`,
  field: first?.field ?? '',
})

export const NO_DOMAIN: ImportFault = {
  code: 'not_found',
  detail: 'domain_id: there is no such domain',
  field: 'domain_id',
}

export const MALFORMED_TAGS: ImportFault = {
  code: 'invalid_format',
  detail: 'tags: must be at most 100 names',
  field: 'tags',
}

/** Kinds of labels that a row may name. */
export type LabelKind = 'folders' | 'tags'

/** The field of a row that names labels of a kind. */
export const LABEL_FIELDS = { folders: 'folder', tags: 'tags' } as const

export const noLabel = (kind: LabelKind, name: string): ImportFault => ({
  code: 'not_found',
  detail: `${LABEL_FIELDS[kind]}: there is no ${kind.slice(0, -1)} "${name.slice(0, 100)}"; create it first, or import with create_labels=true`,
  field: LABEL_FIELDS[kind],
})

export const noLabelLeft = (kind: LabelKind): ImportFault => ({
  code: 'quota_exceeded',
  detail: `${LABEL_FIELDS[kind]}: the team cannot have more ${kind}`,
  field: LABEL_FIELDS[kind],
})

export const LOOP: ImportFault = {
  code: 'redirect_loop',
  detail: 'url: leads back to a short domain of this service',
  field: 'url',
}

/** The fault of a slug that is taken by a link whose slug may differ in case. */
export const taken = (slug: string, by: string | undefined): ImportFault =>
  by === undefined || by === normalSlug(slug)
    ? { code: 'slug_taken', detail: `slug: "${slug}" is taken`, field: 'slug' }
    : {
        code: 'case_clash',
        detail: `slug: "${slug}" differs from "${by}" in case only; make the domain case-sensitive first`,
        field: 'slug',
      }

/** The hosts of the rows' destinations that could be short domains. */
export const hostsOf = (rows: readonly ImportRow[], base: ShortUrlBase): string[] => [
  ...new Set(rows.flatMap(rowDestinations).flatMap((url) => hostAt(url, base) ?? [])),
]

export const quotaReached = (limit: number): ImportFault => ({
  code: 'quota_exceeded',
  detail: `url: a team cannot have more than ${limit} links`,
  field: 'url',
})
