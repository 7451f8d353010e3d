import type { FieldError } from '@fingerpost/kit/http/problem'
import type {
  BioLink,
  CreateBioLinkRequest,
  UpdateBioLinkRequest,
} from '@fingerpost/protos/bio/v1/bio_link'
import type { BioLinkRow } from '../bio.schema.ts'
import { platformOf, readTarget, type Target, typeOf } from '../platforms/platform.rules.ts'
import { plainLine } from '../text.rules.ts'

export const LINKS_MAX = 100
const CLEARABLE = ['title', 'type']

/** The fields of a link to store. */
export interface LinkDraft extends Target {
  title: string | null
  enabled: boolean
}

/** Validates a new link. Returns all errors, or the draft. */
export function checkNew(request: CreateBioLinkRequest): LinkDraft | FieldError[] {
  const title = plainLine('title', request.title)
  const target = readTarget(request.url, typeOf(request.platform))
  return draftOf(target, title, request.enabled ?? true)
}

/** Validates an update of a link. Returns all errors, or the draft. */
export function checkChange(
  row: BioLinkRow,
  request: UpdateBioLinkRequest,
): LinkDraft | FieldError[] {
  const { clear, url: text = row.url, enabled = row.enabled } = request
  const errors = clear
    .filter((name) => !CLEARABLE.includes(name))
    .map((field) => ({ field, code: 'required', detail: 'cannot be empty' }))
  const title = clear.includes('title')
    ? null
    : plainLine('title', request.title ?? row.title ?? undefined)
  const draft = draftOf(retarget(row, text, request, clear.includes('type')), title, enabled)
  if (!Array.isArray(draft) && errors.length === 0) return draft
  return Array.isArray(draft) ? [...errors, ...draft] : errors
}

function retarget(
  row: BioLinkRow,
  text: string,
  { platform }: UpdateBioLinkRequest,
  forgetType: boolean,
): Target | FieldError {
  const sameUrl = text === row.url
  const given = typeOf(platform) ?? (sameUrl && !forgetType ? row.type : null)
  const target = readTarget(text, given, forgetType ? null : row.type)
  // A link sent back unchanged keeps the username from which its URL was built.
  const same = sameUrl && 'type' in target && target.type === row.type
  return same ? { ...target, username: row.username } : target
}

function draftOf(
  target: Target | FieldError,
  title: string | null | FieldError,
  enabled: boolean,
): LinkDraft | FieldError[] {
  const errors = [target, title].filter(
    (it) => it !== null && typeof it === 'object' && 'field' in it,
  )
  if (errors.length > 0) return errors as FieldError[]
  return { ...(target as Target), title: title as string | null, enabled }
}

/**
 * All ids of a team in their new order: the given ones at their index, the others behind them in
 * their current order. Otherwise an error for each entry with an unknown or repeated id.
 */
export function arrange(
  ids: readonly number[],
  places: readonly { id: number; index: number }[],
): { ids: number[] } | FieldError[] {
  const known = new Set(ids)
  const named = new Set<number>()
  const errors = places.flatMap(({ id }, i): FieldError[] => {
    const field = `items.${i}.id`
    if (!known.has(id)) return [{ field, code: 'not_found', detail: `${id} does not exist` }]
    if (named.has(id)) return [{ field, code: 'repeated', detail: `${id} is listed twice` }]
    named.add(id)
    return []
  })
  if (errors.length > 0) return errors
  const first = places.toSorted((a, b) => a.index - b.index).map(({ id }) => id)
  return { ids: [...first, ...ids.filter((id) => !named.has(id))] }
}

export const toBioLink = (row: BioLinkRow): BioLink => ({
  id: row.id,
  platform: platformOf(row.type),
  url: row.url,
  title: row.title ?? undefined,
  username: row.username ?? undefined,
  order: row.position,
  enabled: row.enabled,
  created_at: row.created_at,
  updated_at: row.updated_at,
  clicks: row.clicks,
})
