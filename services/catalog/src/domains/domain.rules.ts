import type { FieldError } from '@fingerpost/kit/http/problem'
import { canonicalHost, checkHost, hostAt } from '@fingerpost/kit/net/host'
import { canonicalUrl, checkUrl } from '@fingerpost/kit/net/url'
import type { CreateDomainRequest, UpdateDomainRequest } from '@fingerpost/protos/catalog/v1/domain'
import { FORWARD_MODES, isOneOf } from '@fingerpost/protos/words'
import { isInstanceName } from './claim.rules.ts'

/** The fields of a domain that a team controls, with their defaults. */
const DEFAULTS = {
  slug_length: 6,
  allow_preview: true,
  root_url: null as string | null,
  not_found_url: null as string | null,
  expired_url: null as string | null,
  case_sensitive: false,
  forward_query: 'merge',
  is_default: false,
}
export type DomainFields = typeof DEFAULTS
const SLUG_LENGTH = { min: 3, max: 64 }

/**
 * Validates a new domain. Returns its fields or all errors. With `local` the name may be a single
 * label; `instanceHost` and names below it are rejected.
 */
export function checkNewDomain(
  request: CreateDomainRequest,
  { local = false, instanceHost = '' } = {},
): (DomainFields & { name: string }) | FieldError[] {
  const { fields, errors } = checkFields(request)
  const name = canonicalHost(request.name)
  const fault = checkHost(request.name, { local })
  if (fault) errors.unshift({ field: 'name', ...fault })
  else if (instanceHost && isInstanceName(name, canonicalHost(instanceHost))) {
    const detail = 'belongs to this instance'
    errors.unshift({ field: 'name', code: 'reserved', detail })
  }
  return errors.length > 0 ? errors : { ...DEFAULTS, ...fields, name }
}

/** Validates an update of a domain. Returns the changed fields or all errors. */
export function checkDomainUpdate(
  request: UpdateDomainRequest,
  presentName: string,
): Partial<DomainFields> | FieldError[] {
  const { fields, errors } = checkFields(request)
  const named = request.name !== undefined || request.clear.includes('name')
  if (named && canonicalHost(request.name ?? '') !== presentName) {
    errors.unshift({ field: 'name', code: 'fixed', detail: 'cannot change: add another domain' })
  }
  const cleared: Partial<DomainFields> = {}
  for (const field of request.clear) {
    if (isField(field)) Object.assign(cleared, { [field]: DEFAULTS[field] })
    else if (field !== 'name') {
      errors.push({ field, code: 'unknown_field', detail: 'is not a field of this resource' })
    }
  }
  return errors.length > 0 ? errors : { ...fields, ...cleared }
}

/** The form of short URLs on this instance. */
export interface ShortUrls {
  scheme: string
  /** 0: the default of the scheme. */
  port: number
}

/** The redirect fields whose host could be a short domain. */
export const targetHosts = (fields: Partial<DomainFields>, short: ShortUrls) =>
  (['root_url', 'not_found_url', 'expired_url'] as const).flatMap((field) => {
    const url = fields[field]
    const host = url ? hostAt(url, short) : undefined
    return host === undefined ? [] : [{ field, host }]
  })

const isField = (name: string): name is keyof DomainFields => Object.hasOwn(DEFAULTS, name)

function checkFields(given: Omit<CreateDomainRequest, 'name'>) {
  const errors: FieldError[] = []
  const { slug_length, allow_preview, case_sensitive, forward_query, is_default } = given
  if (
    slug_length !== undefined &&
    (slug_length < SLUG_LENGTH.min || slug_length > SLUG_LENGTH.max)
  ) {
    const detail = `must be from ${SLUG_LENGTH.min} to ${SLUG_LENGTH.max}`
    errors.push({ field: 'slug_length', code: 'out_of_range', detail })
  }
  const destination = (field: string, text: string | undefined) => {
    if (text === undefined || text === '') return text === '' ? null : undefined
    const found = checkUrl(text)
    if (found) errors.push({ field, ...found })
    return found ? null : canonicalUrl(text)
  }
  const urls = {
    root_url: destination('root_url', given.root_url),
    not_found_url: destination('not_found_url', given.not_found_url),
    expired_url: destination('expired_url', given.expired_url),
  }
  if (forward_query !== undefined && !isOneOf(FORWARD_MODES, forward_query)) {
    const detail = `must be one of ${FORWARD_MODES.join(', ')}`
    errors.push({ field: 'forward_query', code: 'not_allowed', detail })
  }
  const fields = present({
    slug_length,
    allow_preview,
    ...urls,
    case_sensitive,
    forward_query,
    is_default,
  })
  return { fields, errors }
}

type Present<T> = { [K in keyof T]?: Exclude<T[K], undefined> }

const present = <T extends object>(fields: T): Present<T> =>
  Object.fromEntries(
    Object.entries(fields).filter(([, value]) => value !== undefined),
  ) as Present<T>
