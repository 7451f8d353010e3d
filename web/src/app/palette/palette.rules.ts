import type { Schemas } from '@fingerpost/client'

const wordsOf = (text: string): string[] => text.toLowerCase().split(/\s+/).filter(Boolean)

/** Whether each word of the search begins a word of the name. */
export function isNamed(name: string, search: string): boolean {
  const words = wordsOf(name)
  return wordsOf(search).every((it) => words.some((word) => word.startsWith(it)))
}

type Found = Pick<Schemas['Link'], 'slug' | 'domain' | 'short_url' | 'title' | 'url' | 'tags'>

/**
 * The links to show for a search, the best first: by their address, by the beginning of the slug,
 * by the beginning of a word of the title, then in the order given. While the results are `pending`,
 * links that do not show all words of the search are left out: they were found for an earlier one.
 */
export function ranked<T extends Found>(
  links: readonly T[],
  search: string,
  pending: boolean,
): T[] {
  const text = withoutScheme(search.trim().toLowerCase())
  const rank = ({ slug, domain, short_url, title, url, tags }: T): number => {
    const name = slug.toLowerCase()
    const addresses = [`${domain}/${name}`, withoutScheme(short_url.toLowerCase())]
    if ([name, ...addresses].includes(text)) return 0
    if (name.startsWith(text)) return 1
    if (wordsOf(title).some((word) => word.startsWith(text))) return 2
    const shown = [...addresses, title, url, ...(tags ?? []).map((tag) => tag.name)]
    const has = (word: string) => shown.some((it) => it.toLowerCase().includes(word))
    return !pending || wordsOf(text).every(has) ? 3 : 4
  }
  return links
    .map((link) => ({ link, at: rank(link) }))
    .filter(({ at }) => at < 4)
    .sort((a, b) => a.at - b.at)
    .map(({ link }) => link)
}

const withoutScheme = (text: string) => text.replace(/^https?:\/\//, '')

/** The place of the next entry in a list, which is circular. */
export const stepped = (at: number, by: number, count: number): number =>
  count === 0 ? 0 : (at + by + count) % count
