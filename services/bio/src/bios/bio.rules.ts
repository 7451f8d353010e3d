import type { FieldError } from '@fingerpost/kit/http/problem'
import { canonicalUrl, checkUrl } from '@fingerpost/kit/net/url'
import type { BioProfile, UpdateBioPageRequest } from '@fingerpost/protos/bio/v1/bio'
import { emailFault } from '@fingerpost/protos/email'
import type { BioPageRow } from '../bio.schema.ts'
import { imageUrl, PICTURES } from '../pictures/picture.rules.ts'
import { plainLine, plainLines } from '../text.rules.ts'

/** The profile that a team shows on its page. */
export type Profile = Pick<BioPageRow, (typeof FIELDS)[number]>

const FIELDS = ['title', 'subtitle', 'email', 'image'] as const

type Checked = string | null | FieldError
const CHECKS: Record<
  (typeof FIELDS)[number],
  (text: string, held: string | null, base: string) => Checked
> = {
  title: (text) => plainLine('title', text),
  subtitle: (text) => plainLines('subtitle', text),
  email: checkEmail,
  image: checkImage,
}

/**
 * Validates an update against the current page. `base` is the address of the instance. Returns the
 * valid changes, and all errors.
 */
export function checkProfile(
  request: UpdateBioPageRequest,
  held: Profile | undefined,
  base: string,
): { changes: Partial<Profile>; errors: FieldError[] } {
  const changes: Partial<Profile> = {}
  const errors: FieldError[] = []
  for (const field of FIELDS) {
    const text = request[field]
    if (request.clear.includes(field)) changes[field] = null
    else if (text !== undefined) {
      const value = CHECKS[field](text, held?.[field] ?? null, base)
      if (value !== null && typeof value !== 'string') errors.push(value)
      // An unchanged image is not written: a concurrent upload may have replaced it.
      else if (value !== held?.[field]) changes[field] = value
    }
  }
  return { changes, errors }
}

function checkEmail(text: string): Checked {
  const email = text.trim()
  if (email === '') return null
  const fault = emailFault(email)
  return fault ? { field: 'email', ...fault } : email
}

/** The present image may stay, so that a page with an uploaded picture can be saved unchanged. */
function checkImage(text: string, held: string | null, base: string): Checked {
  if (text === '') return null
  if (held !== null && text === imageUrl(held, base)) return held
  const fault = checkUrl(text)
  if (fault) return { field: 'image', ...fault }
  const image = canonicalUrl(text)
  if (image.startsWith(`${base}${PICTURES}`)) {
    return {
      field: 'image',
      code: 'invalid_url',
      detail: 'is not the image of this page; upload the file instead',
    }
  }
  if (isShownImage(image)) return image
  return { field: 'image', code: 'invalid_url', detail: 'must be an https URL' }
}

/** Whether an image is shown: an http image could be any address in the visitor's own network. */
export const isShownImage = (url: string): boolean => /^https:/i.test(url) && !checkUrl(url)

export const toProfile = (profile: Profile, base: string): BioProfile => ({
  title: profile.title ?? undefined,
  subtitle: profile.subtitle ?? undefined,
  email: profile.email ?? undefined,
  image: profile.image === null ? undefined : imageUrl(profile.image, base),
})
