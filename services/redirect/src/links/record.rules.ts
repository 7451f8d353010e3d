import { CONDITION_TYPES } from '@fingerpost/protos/conditions'
import type { Rule, SlugRecord } from '@fingerpost/protos/link/v1/slug'
import { isOneOf } from '@fingerpost/protos/words'
import { locationOf } from './utm.rules.ts'

/** The most common values. They are on the shared prototype, so they take no memory per record. */
const USUAL = {
  deleted: false,
  free: false,
  redirect_code: 302,
  expires_after: 0,
  rules: [] as Rule[],
}

/** A record that stores only the fields that differ from `USUAL`, to save memory. */
class CompactRecord {
  version: number
  link_id: number
  org_id: number
  domain_id: number
  slug: string
  short_url: string
  title: string
  url: string

  constructor(it: SlugRecord) {
    this.version = it.version
    this.link_id = it.link_id
    this.org_id = it.org_id
    this.domain_id = it.domain_id
    this.slug = it.slug
    this.short_url = it.short_url
    this.title = it.title
    this.url = it.url
    for (const [name, value] of Object.entries(it)) {
      if (!(name in this) || isUnusual(name as keyof typeof USUAL, value)) {
        Object.assign(this, value === undefined ? undefined : { [name]: value })
      }
    }
  }
}
Object.assign(CompactRecord.prototype, USUAL)

const isUnusual = (name: keyof typeof USUAL, value: unknown): boolean =>
  Object.hasOwn(USUAL, name) && (Array.isArray(value) ? value.length > 0 : value !== USUAL[name])

/** A record in its cached form. Throws for a damaged record, which then counts as missing. */
export function compactRecord(record: SlugRecord): SlugRecord {
  for (const { url } of [record, ...record.rules]) locationOf(url, record)
  const compact = { ...record, rules: record.rules.flatMap(compactRule) }
  return new CompactRecord(compact) as unknown as SlugRecord
}

/**
 * A rule without its absent conditions. None if a later release wrote it with conditions that this
 * process does not know.
 */
function compactRule({ variant, url, when = {}, conditions = 1, all }: Rule): Rule[] {
  const known = Object.entries(when).filter(([, wanted]) => wanted !== undefined)
  const isUnknown = all?.some(({ type }) => !isOneOf(CONDITION_TYPES, type))
  if (isUnknown || (!all && known.length < conditions)) return []
  return [{ variant, url, when: Object.fromEntries(known), ...(all && { all }) }]
}
