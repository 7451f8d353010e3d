import type { FieldError } from '@fingerpost/kit/http/problem'
import { URL_MAX } from '@fingerpost/kit/net/url'
import type { ImportRow } from '@fingerpost/protos/link/v1/import'
import { addressOf, isAddress } from '../routes/links/address.rules.ts'
import { cutCell, LIST_BYTES, namesOf } from '../routes/links/cell.rules.ts'
import { CELLS } from '../routes/links/column.schema.ts'
import type { Mapping } from './column.rules.ts'
import type { DateOrder, Sheet, SheetRow } from './sheet.schema.ts'
import { dateOrderOf, readTime } from './time.rules.ts'
import {
  geoOf,
  isSet,
  isValue,
  labelOf,
  listOf,
  redirectCodeOf,
  tagsOf,
  urlOf,
  variantsOf,
} from './value.rules.ts'

const TIMES = ['created_at', 'expires_at']
const CELL_MAX = URL_MAX + 1

interface RowOptions {
  timezone: string
  date_order?: DateOrder | undefined
}

/** The values of a row by field; empty if its column is missing. */
type Values = (field: string) => string

/** Reads the rows of a table as links. */
export function rowReader(
  { columns, rows }: Sheet,
  mapping: Mapping,
  { timezone, date_order }: RowOptions,
): (row: SheetRow) => ImportRow {
  const valuesIn =
    ({ cells }: SheetRow): Values =>
    (field) =>
      cells[mapping.get(field) ?? -1] ?? ''
  const orders = Object.fromEntries(
    TIMES.filter((field) => mapping.has(field)).map((field) => [
      field,
      date_order ?? dateOrderOf(rows.map((row) => valuesIn(row)(field))),
    ]),
  )
  /** Fields whose column may be empty for the domain itself. */
  const slugName = columns[mapping.get('slug') ?? -1] ?? ''
  const isPath = /^(?:path|key)$/i.test(slugName)

  return (row) => {
    const value = valuesIn(row)
    const faults: FieldError[] = row.fault ? [row.fault] : []
    const wrong = (field: string, code: string, detail: string) =>
      faults.push({ field, code, detail })
    if (!row.cells.every(isText)) {
      wrong('row', 'invalid_text', 'must not contain NUL or half of a surrogate pair')
    }
    if (isSet(value('password'))) {
      wrong(
        'password',
        'not_allowed',
        'the link is protected there; without its password it would be public here',
      )
    }
    if (isSet(value('blocked'))) wrong('blocked', 'not_allowed', 'the link is blocked there')
    const url = urlOf(value('url').trim())
    const address = readAddress(value, isPath, wrong)
    const times = TIMES.map((field) => {
      const text = value(field).trim()
      // Bitly gives 1970-01-01 for a day that it does not know.
      if (!isValue(text) || (field === 'created_at' && text.startsWith('1970-01-01'))) return ''
      const time = readTime(text, { timezone, order: orders[field] })
      if (typeof time === 'string') return time
      wrong(field, time.code, `${columnOf(field)} ${time.detail}: ${text.slice(0, 64)}`)
      return ''
    })
    if (alsoOf(value('custom_urls')).length > CELL_MAX) {
      wrong('custom_urls', 'too_many', 'has too many further short URLs')
    }
    if (faults[0]) return { url: '', error: errorOf(faults[0]) }
    const cells = cellsOf(value, url, Object.fromEntries(TIMES.map((it, i) => [it, times[i]])))
    return { url, ...address, ...(cells && { cells }) }
  }

  function columnOf(field: string) {
    return JSON.stringify((columns[mapping.get(field) ?? -1] ?? field).slice(0, 64))
  }
}

const isText = (cell: string) => !cell.includes('\u0000') && cell.isWellFormed()

type Wrong = (field: string, code: string, detail: string) => void

function readAddress(value: Values, isPath: boolean, wrong: Wrong) {
  const given = value('slug').trim()
  const short = value('short_url').trim()
  const domain = labelOf(value('domain')).trim() || value('domain_id').trim() || undefined
  const own = isAddress(given)
    ? addressOf({ domain, slug: undefined, short_url: given })
    : { domain, slug: decodedSlug(given) }
  const printed = short ? printedAddress(short) : undefined
  const isRoot = isPath ? given === '' || given === '_root' : printed?.slug === ''
  if (isRoot) wrong('slug', 'not_allowed', ROOT)
  else if (own.slug && printed && !isSame(own.slug, printed.slug)) {
    wrong(
      'slug',
      'contradiction',
      `is ${quoted(own.slug)}, but the short URL has ${quoted(printed.slug)}`,
    )
  }
  return { domain: own.domain ?? printed?.domain, slug: own.slug || printed?.slug }
}

/** The address of a short URL, which some services give without its domain. */
function printedAddress(short: string): { domain?: string | undefined; slug: string } {
  if (!/[./:]/.test(short)) return { slug: short }
  const { domain, slug = '' } = addressOf({ domain: undefined, slug: undefined, short_url: short })
  return domain === undefined ? { slug: '' } : { domain, slug }
}

const ROOT = 'the row is the domain itself, which is no link; set it as the root URL of the domain'
const quoted = (slug = '') => JSON.stringify(slug.slice(0, 64))
const isSame = (slug: string, other = '') => slug.normalize('NFC') === other.normalize('NFC')

/** Some services write the path of a short URL, in which other letters are encoded. */
function decodedSlug(slug: string): string | undefined {
  try {
    return decodeURIComponent(slug) || undefined
  } catch {
    return slug
  }
}

const READERS: Readonly<Record<string, (text: string) => string>> = {
  // A longer cell is rejected for its length.
  tags: (text) => (text.length > (LIST_BYTES.tags ?? 0) ? text : tagsOf(text)),
  folder: labelOf,
  geo: geoOf,
  redirect_code: redirectCodeOf,
  ios: urlOf,
  android: urlOf,
  expire_url: urlOf,
}

function cellsOf(
  value: Values,
  url: string,
  times: Record<string, string | undefined>,
): ImportRow['cells'] {
  const cells = [...CELLS, 'also'].flatMap((name) => {
    const text = name in times ? (times[name] ?? '') : readCell(name, value, url)
    return isGiven(text) ? [[name, cutCell(name, text, CELL_MAX)] as const] : []
  })
  return cells.length > 0 ? { values: Object.fromEntries(cells) } : undefined
}

const isGiven = (text: string) => text !== '' && text !== '[]' && text !== '{}'

function readCell(name: string, value: Values, url: string): string {
  if (name === 'title' || name.startsWith('utm_')) return value(name)
  const text = value(name).trim()
  if (name === 'also') return alsoOf(value('custom_urls'))
  if (name === 'ab') return readVariants(value, text, url)
  return isGiven(text) ? (READERS[name]?.(text) ?? text) : ''
}

function readVariants(value: Values, text: string, url: string): string {
  const split = urlOf(value('split_url').trim())
  if (split === '') return variantsOf(text, url)
  return JSON.stringify([{ url: split, percent: Number(value('split_percent')) }])
}

/** The further short URLs of a link as JSON. */
const alsoOf = (text: string) =>
  JSON.stringify(
    (listOf(text) ?? namesOf(text.slice(0, CELL_MAX))).map((short_url) =>
      addressOf({ domain: undefined, slug: undefined, short_url: String(short_url) }),
    ),
  )

const errorOf = ({ field, code, detail }: FieldError) => ({
  field,
  code,
  detail: `${field}: ${detail}`,
})
