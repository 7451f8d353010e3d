import type { FieldError } from '@fingerpost/kit/problem'
import { canonicalUrl, checkUrl } from '@fingerpost/kit/url'
import type { CreateLinkRequest } from '@fingerpost/protos/link/v1/link'
import { checkSlug, GENERATED_LENGTH, normalSlug, type ShortUrlBase } from '../slugs/slug.rules.ts'

export const TITLE_MAX = 512
const UTM_MAX = 512
export const TAGS_MAX = 50
const PASSWORD_MAX = 256 // argon2 reads all of it

/** A link as it is to be stored: checked, canonical, `null` where nothing was set. */
export interface LinkDraft {
  url: string
  domainId: number
  /** Null: to be generated. */
  slug: string | null
  slugLength: number | null
  title: string
  folderId: number | null
  tagIds: number[]
  utm: (string | null)[]
  redirectCode: number | null
  password: string | null
  expiresAt: Date | null
  expiresAfter: number
  expireUrl: string | null
  ios: string | null
  android: string | null
}

/** Checks everything about a new link that needs no store. Either all that is wrong, or the draft. */
export function checkDraft(request: CreateLinkRequest): LinkDraft | FieldError[] {
  const errors: FieldError[] = []
  const wrong = (field: string, code: string, detail: string) =>
    errors.push({ field, code, detail })

  const destination = (field: string, text: string | undefined, apps = false): string | null => {
    if (!text) return null
    const fault = checkUrl(text, { apps })
    if (fault) wrong(field, fault.code, fault.detail)
    return fault ? null : canonicalUrl(text)
  }
  const text = (field: string, value: string | undefined, max: number): string | null => {
    if (value === undefined || value === '') return null
    if (value.includes('\u0000')) wrong(field, 'invalid_text', 'must not hold NUL')
    if (value.length > max) wrong(field, 'too_long', `must not be longer than ${max} characters`)
    return value
  }

  if (request.url === '') wrong('url', 'required', 'is required')
  const url = destination('url', request.url) ?? ''
  const slug = request.slug ? normalSlug(request.slug) : null
  const slugFault = slug === null ? undefined : checkSlug(slug)
  if (slugFault) errors.push(slugFault)
  const { slugLength, redirectCode, expiresAfter = 0, expiresAt, password } = request
  if (slugLength !== undefined && !within(slugLength, GENERATED_LENGTH)) {
    const { min, max } = GENERATED_LENGTH
    wrong('slug_length', 'out_of_range', `must be from ${min} to ${max}`)
  }
  if (redirectCode !== undefined && redirectCode !== 301 && redirectCode !== 302) {
    wrong('redirect_code', 'not_allowed', 'must be 301 or 302')
  }
  if (expiresAfter < 0) wrong('expires_after', 'out_of_range', 'must not be negative')
  if (expiresAt && Number.isNaN(expiresAt.getTime())) {
    wrong('expires_at', 'invalid_format', 'must be a date and time with an offset')
  }
  if (password === '') wrong('password', 'required', 'must not be empty')
  if (password && request.removePassword) {
    wrong('remove_password', 'not_allowed', 'contradicts password')
  }
  const tagIds = [...new Set(request.tags)]
  if (tagIds.length > TAGS_MAX) wrong('tags', 'too_many', `must not be more than ${TAGS_MAX}`)

  const draft: LinkDraft = {
    url,
    domainId: request.domainId,
    slug,
    slugLength: slugLength ?? null,
    title: plainTitle(text('title', request.title, TITLE_MAX) ?? ''),
    folderId: request.folderId ?? null,
    tagIds,
    utm: [
      text('utm_source', request.utmSource, UTM_MAX),
      text('utm_medium', request.utmMedium, UTM_MAX),
      text('utm_campaign', request.utmCampaign, UTM_MAX),
      text('utm_term', request.utmTerm, UTM_MAX),
      text('utm_content', request.utmContent, UTM_MAX),
      text('utm_reference', request.utmReference, UTM_MAX),
    ],
    redirectCode: redirectCode ?? null,
    password: text('password', password?.normalize('NFKC'), PASSWORD_MAX),
    expiresAt: expiresAt ?? null,
    expiresAfter,
    expireUrl: destination('expire_url', request.expireUrl),
    ios: destination('ios', request.ios, true),
    android: destination('android', request.android, true),
  }
  return errors.length > 0 ? errors : draft
}

/** The host of a destination as domains are named, when its port is that of the short urls. */
export function loopHost(url: string, short: ShortUrlBase): string | undefined {
  const parsed = URL.parse(url)
  if (!parsed || !/^https?:$/.test(parsed.protocol)) return undefined
  const usual = (scheme: string) => (scheme.startsWith('https') ? 443 : 80)
  const port = Number(parsed.port) || usual(parsed.protocol)
  if (port !== (short.port || usual(short.scheme))) return undefined
  return parsed.hostname.replace(/\.$/, '').replace(/^www\./, '')
}

const within = (value: number, { min, max }: { min: number; max: number }) =>
  value >= min && value <= max

/** Control and direction-changing characters would let a title disguise what stands around it. */
const plainTitle = (title: string) =>
  // biome-ignore lint/suspicious/noControlCharactersInRegex: those are what is taken out.
  title.replace(/[\u0000-\u001f\u007f-\u009f\u202a-\u202e\u2066-\u2069]/g, ' ').trim()
