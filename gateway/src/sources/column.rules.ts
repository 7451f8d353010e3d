import { invalid } from '@fingerpost/kit/http/problem'
import { EXPORT_ONLY, IMPORT_COLUMNS } from '../routes/links/column.schema.ts'
import type { Sheet } from './sheet.schema.ts'

/** Names of destinations that are never those of a short URL. */
const DESTINATIONS = [
  ...['longurl', 'longlink', 'originalurl', 'originallink', 'destinationurl', 'destination'],
  ...['destinationlink', 'targeturl', 'target', 'deeplinklink', 'deeplink', 'redirecturl'],
  ...['redirectto', 'fullurl'],
]

/**
 * The fields of a row and the names of their columns in files of other services, in order of
 * preference: in lower case, without anything but letters and digits. Names of an export come first.
 */
const NAMES: Readonly<Record<string, readonly string[]>> = {
  url: [...DESTINATIONS, 'url', 'href', 'link'],
  slug: [
    ...['slug', 'backhalf', 'shortcode', 'slashtag', 'shortid', 'keyword', 'address', 'path'],
    ...['key', 'alias', 'customalias', 'shortcuturl'],
  ],
  short_url: [
    ...['shorturl', 'shortlink', 'bitlink', 'secureshorturl', 'shortenedurl', 'shorturllink'],
    ...['link'],
  ],
  custom_urls: ['custombitlinks'],
  domain: ['domain', 'host', 'domainname', 'hostname'],
  title: ['title', 'linkname', 'name', 'linktitle', 'description'],
  tags: ['tags', 'tag', 'labels', 'label'],
  folder: ['folder', 'foldername'],
  created_at: [
    ...['createdat', 'created', 'datecreated', 'createdon', 'creationtimestamp', 'creationdate'],
    ...['timestamp', 'adddate', 'dateadded'],
  ],
  expires_at: [
    ...['expiresat', 'expires', 'expiration', 'expirein', 'expiry', 'expireson', 'expirydate'],
    ...['expirationdate', 'validuntil'],
  ],
  expires_after: ['expiresafter', 'clickslimit', 'clicklimit', 'maxclicks', 'maxvisits'],
  expire_url: ['expireurl', 'expiredurl', 'expiryurl', 'expirationurl'],
  ios: ['ios', 'iphoneurl', 'iosurl', 'apple', 'ifl'],
  android: ['android', 'androidurl', 'google', 'afl'],
  geo: ['geo'],
  ab: ['ab', 'testvariants'],
  split_url: ['spliturl'],
  split_percent: ['splitpercent'],
  redirect_code: ['redirectcode', 'redirecttype', 'httpcode', 'statuscode'],
  utm_source: ['utmsource'],
  utm_medium: ['utmmedium'],
  utm_campaign: ['utmcampaign'],
  utm_term: ['utmterm'],
  utm_content: ['utmcontent'],
  utm_reference: ['utmreference'],
  password: ['password', 'haspassword', 'passwordprotected'],
  blocked: ['banned', 'blocked', 'disabled', 'disabledat'],
}

/** Columns that repeat what other columns say, or say what is different here: ids and times of change. */
const REDUNDANT = new Set([
  ...['id', 'idstring', 'uuid', 'userid', 'ownerid', 'workspaceid', 'domainid', 'organizationid'],
  ...['updatedat', 'lastclicked', 'lastclickat', 'qrcode', 'secureshorturl'],
])

/** The index of the column of each field that a file has. */
export type Mapping = ReadonlyMap<string, number>

/** A mapping, and why it is unclear which column has the destinations. */
interface Mapped {
  mapping: Mapping
  doubt?: string
}

const keyOf = (name: string) => name.toLowerCase().replaceAll(/[^\p{L}\p{N}]/gu, '')
const ownName = (name: string) =>
  name
    .trim()
    .toLowerCase()
    .replaceAll(/[\s-]+/g, '_')
/** The keys of `Social title (st)` are those of the whole and of `st`. */
const keysOf = (name: string) => [keyOf(name), keyOf(/\(([^()]*)\)$/.exec(name)?.[1] ?? '')]

const fieldsOf = (name: string): string[] => {
  const own = ownName(name)
  if (IMPORT_COLUMNS.includes(own)) return [own]
  const keys = keysOf(name)
  return Object.keys(NAMES).filter((field) => keys.some((key) => NAMES[field]?.includes(key)))
}

/** Whether a name is that of a field. */
export const isKnown = (name: string): boolean => fieldsOf(name).length > 0

/** Whether the columns of a table are those of links. */
export function holdsLinks(columns: readonly string[]): boolean {
  const fields = columns.flatMap(fieldsOf)
  return fields.includes('url') && fields.includes('slug')
}

/** Whether a column says nothing that a link could take over. */
export const isRedundant = (name: string): boolean =>
  keyOf(name) !== 'clicks' && (REDUNDANT.has(keyOf(name)) || EXPORT_ONLY.includes(ownName(name)))

/**
 * The columns of a table by field, as their names tell; `given` names the field of a column, or null
 * to leave it out. Throws invalid for names that do not exist.
 */
export function mapColumns(
  { columns, rows }: Sheet,
  given: Readonly<Record<string, string | null>>,
): Mapped {
  checkGiven(columns, given)
  const mapping = new Map<string, number>()
  for (const [name, field] of Object.entries(given)) {
    if (field !== null) mapping.set(field, columns.indexOf(name))
  }
  const free = columns.flatMap((name, at) => (Object.hasOwn(given, name) ? [] : [at]))
  const valuesOf = (at: number) => rows.map(({ cells }) => cells[at] ?? '').filter(Boolean)
  const best = (field: string) => {
    const rank = (at: number) => rankOf(columns[at] ?? '', field)
    const named = free.filter((at) => fieldsOf(columns[at] ?? '').includes(field))
    return named.toSorted((one, other) => rank(one) - rank(other))
  }
  const [at] = mapping.has('url') ? [] : best('url')
  const doubt = mapping.has('url') ? undefined : doubtAbout(at, columns, free, valuesOf)
  if (at !== undefined && doubt === undefined) mapping.set('url', at)
  const taken = new Set(mapping.values())
  for (const field of [...Object.keys(NAMES), ...IMPORT_COLUMNS]) {
    if (mapping.has(field) || field === 'url') continue
    const next = best(field).find((it) => !taken.has(it))
    if (next === undefined) continue
    mapping.set(field, next)
    taken.add(next)
  }
  return { mapping, ...(doubt && { doubt }) }
}

function checkGiven(
  columns: readonly string[],
  given: Readonly<Record<string, string | null>>,
): void {
  const fields = Object.values(given).filter((it) => it !== null)
  for (const [name, field] of Object.entries(given)) {
    if (!columns.includes(name)) refuse('not_found', `the file has no column ${quoted(name)}`)
    if (field === null) continue
    if (!IMPORT_COLUMNS.includes(field) && !Object.hasOwn(NAMES, field)) {
      refuse('not_allowed', `${quoted(field)} is no field; fields are ${IMPORT_COLUMNS.join(', ')}`)
    }
    if (fields.indexOf(field) !== fields.lastIndexOf(field)) {
      refuse('not_allowed', `gives the field ${quoted(field)} to several columns`)
    }
  }
}

const rankOf = (name: string, field: string): number => {
  const names = NAMES[field] ?? []
  const ranks = keysOf(name).map((key) => names.indexOf(key))
  return Math.min(...ranks.map((rank) => (rank < 0 ? names.length : rank)))
}

/**
 * Why it is unclear that a column has the destinations: it has no such name, or has what looks like
 * short URLs although no other column has them.
 */
function doubtAbout(
  at: number | undefined,
  columns: readonly string[],
  free: readonly number[],
  valuesOf: (at: number) => string[],
): string | undefined {
  const name = columns[at ?? -1] ?? ''
  if (at !== undefined && keysOf(name).some((key) => DESTINATIONS.includes(key))) return undefined
  const others = free.filter(
    (it) => it !== at && areUrls(valuesOf(it)) && !areShort(valuesOf(it)) && !isRead(columns[it]),
  )
  const isShort = at !== undefined && areShort(valuesOf(at))
  const hasAddress = free.some((it) => it !== at && fieldsOf(columns[it] ?? '').some(isAddress))
  const isLikely = !isShort || (keyOf(name) !== 'link' && (hasAddress || others.length === 0))
  if (at !== undefined && isLikely) return undefined
  const found = columns.slice(0, 50).map(quoted).join(', ')
  const [likely] = others.map((it) => columns[it] ?? '')
  const why = isShort
    ? `the column ${quoted(name)} seems to have short URLs`
    : 'it is unclear which column has the destinations'
  return `${why}; the file has ${found}${hint(likely)}`
}

const isAddress = (field: string) => field === 'slug' || field === 'short_url'

const hint = (likely: string | undefined) =>
  `; name it with columns={"${likely ?? 'its name'}":"url"}${likely ? `, as ${quoted(likely)} seems to have them` : ''}`

/** Whether a column has a known name other than that of a destination. */
const isRead = (name = '') =>
  isRedundant(name) || fieldsOf(name).some((field) => field !== 'url' && field !== 'short_url')

const areUrls = (values: readonly string[]) =>
  values.length > 0 && values.every((value) => /^https?:\/\/./i.test(value))

/** Whether all values are URLs of one host with one short path segment. */
function areShort(values: readonly string[]): boolean {
  const urls = values.map((value) => URL.parse(value.includes('://') ? value : `https://${value}`))
  const [first] = urls
  return (
    first !== undefined &&
    urls.every(
      (url) =>
        url?.hostname === first?.hostname &&
        /^\/[^/]{1,32}$/.test(url?.pathname ?? '') &&
        url?.search === '',
    )
  )
}

const quoted = (name: string) => JSON.stringify(name.slice(0, 64))

function refuse(code: string, detail: string): never {
  throw invalid([{ field: 'columns', code, detail }])
}
