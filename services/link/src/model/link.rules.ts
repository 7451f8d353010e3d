import type { FieldError } from '@fingerpost/kit/http/problem'
import type { CreateLinkRequest, UpdateLinkRequest } from '@fingerpost/protos/link/v1/link'
import { faultsOf, type NewItem, withoutIds } from '../variants/variant.rules.ts'
import { EMPTY, type LinkColumns, type LinkValues, readValues } from './field.rules.ts'
import { checkSlug, GENERATED_LENGTH, normalSlug } from './slug.rules.ts'
import { checkText } from './value.rules.ts'

const PASSWORD_MAX = 256 // argon2 hashes the whole password

/** The validated and normalized fields of a request; fields it does not mention are absent. */
export interface LinkDraft<Columns = LinkColumns> {
  columns: Columns
  domainId: number | undefined
  /** Null: to be generated. Undefined: not mentioned. */
  slug: string | null | undefined
  slugLength: number | undefined
  /** Null: to be removed. Undefined: not mentioned. */
  password: string | null | undefined
  /** As given; undefined: not mentioned. */
  rules: readonly NewItem<'rules'>[] | undefined
}

/** Validates a new link. Returns all errors, or the draft with every column set. */
export function checkCreate(request: CreateLinkRequest): LinkDraft | FieldError[] {
  const rules = { items: withoutIds(request.rules?.items ?? []) }
  const { errors, draft } = check({ ...request, tags: { ids: request.tags }, rules }, [])
  const { slug_length } = request
  const { min, max } = GENERATED_LENGTH
  if (slug_length !== undefined && (slug_length < min || slug_length > max)) {
    const detail = `must be from ${min} to ${max}`
    errors.push({ field: 'slug_length', code: 'out_of_range', detail })
  }
  if (errors.length > 0) return errors
  return {
    ...draft,
    columns: { ...EMPTY, ...draft.columns },
    slug: draft.slug ?? null,
    slugLength: slug_length,
  }
}

/** Validates a change of a link. Returns all errors, or the draft. */
export function checkUpdate(
  request: UpdateLinkRequest,
): LinkDraft<Partial<LinkColumns>> | FieldError[] {
  const { errors, draft } = check(request, request.clear)
  if (request.clear.includes('domain_id')) {
    errors.push({ field: 'domain_id', code: 'required', detail: 'cannot be null' })
  }
  // Without a slug in the request, the link keeps its current one.
  return errors.length > 0 ? errors : { ...draft, slug: draft.slug ?? undefined }
}

type Input = LinkValues &
  Pick<UpdateLinkRequest, 'domain_id' | 'slug' | 'password' | 'remove_password' | 'rules'>

function check(input: Input, clear: readonly string[]) {
  const { columns, errors } = readValues(input, clear)
  const { password, remove_password } = input
  const wrong = (field: string, code: string, detail: string) =>
    errors.push({ field, code, detail })
  if (password === '') wrong('password', 'required', 'must not be empty')
  if (password && remove_password) wrong('remove_password', 'not_allowed', 'contradicts password')
  const secret = checkText(password?.normalize('NFKC') ?? '', PASSWORD_MAX, (code, detail) =>
    wrong('password', code, detail),
  )
  const slug = input.slug === undefined ? undefined : normalSlug(input.slug) || null
  const slugFault = slug ? checkSlug(slug) : undefined
  if (slugFault) errors.push(slugFault)
  const rules = clear.includes('rules') ? [] : input.rules?.items
  errors.push(...faultsOf('rules', withoutIds(rules ?? []), [], [], 'rules'))
  const draft = {
    columns,
    domainId: input.domain_id,
    slug,
    slugLength: undefined,
    password: remove_password || clear.includes('password') ? null : secret || undefined,
    rules,
  }
  return { errors, draft }
}
