import type { FieldError } from '@fingerpost/kit/http/problem'
import { canonicalUrl, checkUrl } from '@fingerpost/kit/net/url'
import type { CreateLinkRequest, UpdateLinkRequest } from '@fingerpost/protos/link/v1/link'
import { UTM_FIELDS } from '../link.schema.ts'
import { checkSlug, GENERATED_LENGTH, normalSlug } from '../slugs/slug.rules.ts'

const TITLE_MAX = 512
const UTM_MAX = 512
const TAGS_MAX = 50
const PASSWORD_MAX = 256 // argon2 hashes the whole password

/** The columns of a link that the team controls. */
export interface LinkColumns {
  url: string
  title: string
  folder_id: number | null
  tag_ids: number[]
  utm_source: string | null
  utm_medium: string | null
  utm_campaign: string | null
  utm_term: string | null
  utm_content: string | null
  utm_reference: string | null
  redirect_code: number | null
  expires_at: Date | null
  expires_after: number
  expire_url: string | null
  ios: string | null
  android: string | null
}

/** The defaults of every column but the URL. */
const EMPTY: Omit<LinkColumns, 'url'> = {
  title: '',
  folder_id: null,
  tag_ids: [],
  utm_source: null,
  utm_medium: null,
  utm_campaign: null,
  utm_term: null,
  utm_content: null,
  utm_reference: null,
  redirect_code: null,
  expires_at: null,
  expires_after: 0,
  expire_url: null,
  ios: null,
  android: null,
}

/** The validated and normalized fields of a request; fields it does not mention are absent. */
export interface LinkDraft<Columns = LinkColumns> {
  columns: Columns
  domainId: number | undefined
  /** Null: to be generated. Undefined: not mentioned. */
  slug: string | null | undefined
  slugLength: number | undefined
  /** Null: to be removed. Undefined: not mentioned. */
  password: string | null | undefined
}

/** Validates a new link. Returns all errors, or the draft with every column set. */
export function checkCreate(request: CreateLinkRequest): LinkDraft | FieldError[] {
  const { errors, draft } = check({ ...request, tags: { ids: request.tags } }, [])
  if (request.url === '') errors.push({ field: 'url', code: 'required', detail: 'is required' })
  const { slug_length: slugLength } = request
  const { min, max } = GENERATED_LENGTH
  if (slugLength !== undefined && (slugLength < min || slugLength > max)) {
    const detail = `must be from ${min} to ${max}`
    errors.push({ field: 'slug_length', code: 'out_of_range', detail })
  }
  if (errors.length > 0) return errors
  return {
    ...draft,
    columns: { ...EMPTY, url: '', ...draft.columns },
    slug: draft.slug ?? null,
    slugLength,
  }
}

/** Validates a change of a link. Returns all errors, or the draft. */
export function checkUpdate(
  request: UpdateLinkRequest,
): LinkDraft<Partial<LinkColumns>> | FieldError[] {
  const { errors, draft } = check(request, request.clear)
  for (const field of ['url', 'domain_id']) {
    if (request.clear.includes(field)) {
      errors.push({ field, code: 'required', detail: 'cannot be null' })
    }
  }
  if (request.url === '') errors.push({ field: 'url', code: 'required', detail: 'is required' })
  // Without a slug in the request, the link keeps its current one.
  return errors.length > 0 ? errors : { ...draft, slug: draft.slug ?? undefined }
}

type Input = Omit<UpdateLinkRequest, 'id' | 'clear'>

function check(input: Input, clear: readonly string[]) {
  const errors: FieldError[] = []
  const columns: Partial<Record<string, unknown>> = {}
  const wrong = (field: string, code: string, detail: string) =>
    errors.push({ field, code, detail })

  const destination = (field: string, text: string | undefined, apps = false) => {
    if (text === undefined) return
    const fault = text === '' ? undefined : checkUrl(text, { apps })
    if (fault) wrong(field, fault.code, fault.detail)
    else columns[field] = text === '' ? null : canonicalUrl(text)
  }
  const text = (field: string, value: string | undefined, max: number): string | null => {
    if (value?.includes('\u0000')) wrong(field, 'invalid_text', 'must not contain NUL')
    if (value && value.length > max) {
      wrong(field, 'too_long', `must not be longer than ${max} characters`)
    }
    return value || null
  }

  destination('url', input.url)
  destination('expire_url', input.expire_url)
  destination('ios', input.ios, true)
  destination('android', input.android, true)
  if (input.title !== undefined) {
    columns.title = plainTitle(text('title', input.title, TITLE_MAX) ?? '')
  }
  const utm = [
    input.utm_source,
    input.utm_medium,
    input.utm_campaign,
    input.utm_term,
    input.utm_content,
    input.utm_reference,
  ]
  for (const [i, field] of UTM_FIELDS.entries()) {
    if (utm[i] !== undefined) columns[field] = text(field, utm[i], UTM_MAX)
  }
  if (input.folder_id !== undefined) columns.folder_id = input.folder_id
  if (input.tags) {
    columns.tag_ids = [...new Set(input.tags.ids)]
    if (new Set(input.tags.ids).size > TAGS_MAX) {
      wrong('tags', 'too_many', `must not be more than ${TAGS_MAX}`)
    }
  }
  const {
    redirect_code: redirectCode,
    expires_after: expiresAfter,
    expires_at: expiresAt,
    password,
    remove_password: removePassword,
  } = input
  if (redirectCode !== undefined) {
    columns.redirect_code = redirectCode
    if (redirectCode !== 301 && redirectCode !== 302) {
      wrong('redirect_code', 'not_allowed', 'must be 301 or 302')
    }
  }
  if (expiresAfter !== undefined) {
    columns.expires_after = expiresAfter
    if (expiresAfter < 0) wrong('expires_after', 'out_of_range', 'must not be negative')
  }
  if (expiresAt) {
    columns.expires_at = expiresAt
    if (Number.isNaN(expiresAt.getTime())) {
      wrong('expires_at', 'invalid_format', 'must be a date and time with an offset')
    }
  }
  if (password === '') wrong('password', 'required', 'must not be empty')
  if (password && removePassword) wrong('remove_password', 'not_allowed', 'contradicts password')
  const secret = text('password', password?.normalize('NFKC'), PASSWORD_MAX)
  const slug = input.slug === undefined ? undefined : normalSlug(input.slug) || null
  const slugFault = slug ? checkSlug(slug) : undefined
  if (slugFault) errors.push(slugFault)

  for (const field of clear) {
    if (field === 'tags') columns.tag_ids = []
    else if (field in EMPTY) columns[field] = EMPTY[field as keyof typeof EMPTY]
  }
  const draft = {
    columns: columns as Partial<LinkColumns>,
    domainId: input.domain_id,
    slug,
    slugLength: undefined,
    password: removePassword || clear.includes('password') ? null : (secret ?? undefined),
  }
  return { errors, draft }
}

/**
 * Replaces control characters, line separators and bidirectional controls, with which a title could
 * disguise the text around it.
 */
export const plainTitle = (title: string) =>
  // biome-ignore lint/suspicious/noControlCharactersInRegex: these characters are removed.
  title.replace(/[\u0000-\u001f\u007f-\u009f\u2028-\u202e\u2066-\u2069]/g, ' ').trim()
