import type { FieldError } from '@fingerpost/kit/http/problem'

export const SLUG_MAX = 255
export const GENERATED_LENGTH = { min: 3, max: 64 }

/** Without 0, 1, i, l and o, which are easily confused. */
export const SLUG_ALPHABET = '23456789abcdefghjkmnpqrstuvwxyz'

/** First path segments with another meaning on a short domain. */
const RESERVED = new Set(
  'api app docs healthz readyz metrics static robots.txt favicon.ico .well-known yourls-api.php'.split(
    ' ',
  ),
)

/** A slug as it is stored: NFC-normalized, with its case preserved. */
export const normalSlug = (slug: string) => slug.normalize('NFC')

/** Invisible letters and marks, such as Hangul fillers and variation selectors. */
const INVISIBLE = /\p{Default_Ignorable_Code_Point}/u

/**
 * Allows letters, marks and digits of any script and `- _ . ~`. Rejects compatibility forms (full
 * width, ligatures, superscripts), which NFKC would turn into other letters.
 */
export function checkSlug(slug: string): FieldError | undefined {
  const wrong = (code: string, detail: string) => ({ field: 'slug', code, detail })
  if ([...slug].length > SLUG_MAX) {
    return wrong('too_long', `must not be longer than ${SLUG_MAX} characters`)
  }
  const plain = slug.normalize('NFKC') === slug && /^[\p{L}\p{M}\p{Nd}\-_.~]+$/u.test(slug)
  if (!plain || INVISIBLE.test(slug) || /^\p{M}/u.test(slug) || slug === '.' || slug === '..') {
    return wrong('invalid_slug', 'may hold letters, digits and - _ . ~')
  }
  if (RESERVED.has(slug.toLowerCase())) {
    return wrong('reserved_slug', 'is a reserved word')
  }
  return undefined
}

/** The parts of a short URL besides domain and slug. Port 0 is the default of the scheme. */
export interface ShortUrlBase {
  scheme: string
  port: number
}

/** The short URL that visitors use. */
export function shortUrl(base: ShortUrlBase, domain: string, slug: string): string {
  const usual = base.port === 0 || base.port === (base.scheme === 'https' ? 443 : 80)
  return `${base.scheme}://${domain}${usual ? '' : `:${base.port}`}/${encodeURIComponent(slug)}`
}

const TRIES_PER_LENGTH = 4
const CLEAN_TRIES = 20

/**
 * Candidate slugs to try until one is free: four of the requested length, four one character
 * longer, and so on. `draw` returns a random text of a length; `isRude` filters out offensive
 * words.
 */
export function* candidateSlugs(
  length: number,
  draw: (length: number) => string,
  isRude: (text: string) => boolean,
): Generator<string, undefined> {
  for (let now = length; now <= SLUG_MAX; now++) {
    for (let tried = 0; tried < TRIES_PER_LENGTH; tried++) {
      let slug = draw(now)
      for (let i = 0; i < CLEAN_TRIES && isRude(slug); i++) slug = draw(now)
      if (!checkSlug(slug)) yield slug
    }
  }
}
