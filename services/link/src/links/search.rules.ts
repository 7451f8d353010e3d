import { decodeText } from '@fingerpost/kit/text/spelling'
import { type ShortUrlBase, shortUrl } from '../slugs/slug.rules.ts'

/** Where a search text matches short URLs, besides the slug, the URL and the title. */
export interface AddressMatch {
  /** Domains for which the text is part of every short URL. */
  domainIds: number[]
  /**
   * Domains whose address ends with the text before `slugStart`, with which the slug must begin.
   */
  startDomainIds: number[]
  slugStart: string
}

/**
 * Matches a text against the addresses of these domains. A slug contains no "/", so in a text that
 * spans domain and slug, the slug begins after the last "/".
 */
export function matchAddresses(
  text: string,
  domains: readonly { id: number; name: string }[],
  base: ShortUrlBase,
): AddressMatch {
  const readable = decodeText(text)
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

/** Whether a text may contain a truncated percent-encoded character, such as `%` or `gr%C3`. */
export const isCut = (text: string): boolean => decodeText(text).includes('%')
