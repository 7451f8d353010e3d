import { type ShortUrlBase, shortUrl } from '../slugs/slug.rules.ts'

/** What of a short link a text can be found in, beside the slug, the url and the title. */
export interface AddressMatch {
  /** Domains whose links all have the text in their address. */
  domainIds: number[]
  /** Domains whose address ends where a slug has to begin with `slugStart`. */
  startDomainIds: number[]
  slugStart: string
}

/**
 * Where a text stands in the addresses of these domains. A slug has no "/", so a text that reaches from
 * the domain into the slug does so behind its last one.
 */
export function matchAddresses(
  text: string,
  domains: readonly { id: number; name: string }[],
  base: ShortUrlBase,
): AddressMatch {
  const readable = decoded(text)
  const slugAt = readable.lastIndexOf('/') + 1
  const [start, slugStart] = [readable.slice(0, slugAt).toLowerCase(), readable.slice(slugAt)]
  const addressOf = (name: string) => shortUrl(base, name, '').toLowerCase()
  const idsOf = (matches: (address: string) => boolean) =>
    domains.filter(({ name }) => matches(addressOf(name))).map(({ id }) => id)
  return {
    domainIds: idsOf((address) => address.includes(text.toLowerCase())),
    startDomainIds: start && slugStart ? idsOf((address) => address.endsWith(start)) : [],
    slugStart,
  }
}

const ESCAPES = /(?:%[89a-f][0-9a-f])+/gi
const BEYOND_ASCII = /\P{ASCII}+/gu

/** A text in NFC, with percent-encoded non-ASCII characters decoded; incomplete ones stay encoded. */
function decoded(text: string): string {
  const plain = text.replace(ESCAPES, (escapes) => {
    try {
      return decodeURIComponent(escapes)
    } catch {
      return escapes
    }
  })
  return plain.normalize('NFC')
}

/**
 * Spellings of a search text: slugs are stored decoded and shown percent-encoded, destinations are stored
 * encoded, and titles as they were typed.
 */
export function spellings(text: string): string[] {
  const readable = decoded(text)
  const encoded = readable.toWellFormed().replace(BEYOND_ASCII, encodeURIComponent)
  return [...new Set([text, readable, readable.normalize('NFD'), encoded])]
}

/** Whether a text may be part of a percent-encoded character, as `%` and `gr%C3` are. */
export const isCut = (text: string): boolean => decoded(text).includes('%')
