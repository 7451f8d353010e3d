import { decodeText } from '@fingerpost/kit/spelling'
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

/** Whether a text may be part of a percent-encoded character, as `%` and `gr%C3` are. */
export const isCut = (text: string): boolean => decodeText(text).includes('%')
