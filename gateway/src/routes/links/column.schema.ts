import { LIST_FIELDS } from '@fingerpost/protos/redirect-rules'
import { READ, type ReadField, WRITE } from './field.schema.ts'

/** The first columns in a fixed order: scripts that read an export rely on it. */
const FIRST: readonly string[] = [
  'id',
  'short_url',
  'url',
  'title',
  'domain',
  'slug',
  'folder',
  'tags',
  'redirect_code',
  'expires_at',
  'expires_after',
  'expire_url',
  'ios',
  'android',
  'utm_source',
  'utm_medium',
  'utm_campaign',
  'utm_term',
  'utm_content',
  'utm_reference',
  'has_password',
  'clicks',
  'clicked_at',
  'created_at',
  'updated_at',
  'ab',
  'geo',
] satisfies ReadField[]

/** Fields without a column: internal ids, and those that only some requests get. */
const WITHOUT: readonly string[] = [
  'organization_id',
  'org_id',
  'user_id',
  'domain_id',
  'folder_id',
  'geo_url',
  'favicon',
] satisfies ReadField[]

/** The columns of a CSV export. New fields follow those of the first release. */
export const EXPORT_COLUMNS: readonly string[] = [
  ...new Set([...FIRST, ...Object.keys(READ).filter((name) => !WITHOUT.includes(name))]),
]

/** Columns that an import reads although the fields are read-only in the API. */
const BESIDES: readonly string[] = [
  'folder',
  'has_password',
  'created_at',
  ...LIST_FIELDS,
] satisfies ReadField[]
const ADDRESS = ['url', 'domain_id', 'domain', 'slug', 'short_url']

/** Columns of an imported row besides its address and destination, parsed by the link service. */
export const CELLS: readonly string[] = EXPORT_COLUMNS.filter(
  (name) => (name in WRITE || BESIDES.includes(name)) && !ADDRESS.includes(name),
)

export const IMPORT_COLUMNS: readonly string[] = [...ADDRESS, ...CELLS]

/** Fields of an export that an import does not set. */
export const EXPORT_ONLY: readonly string[] = Object.keys(READ).filter(
  (name) => !IMPORT_COLUMNS.includes(name),
)
