const wordsOf = (text: string): string[] => text.toLowerCase().split(/\s+/).filter(Boolean)

/** Whether each word of the search begins a word of the name. */
export function isNamed(name: string, search: string): boolean {
  const words = wordsOf(name)
  return wordsOf(search).every((it) => words.some((word) => word.startsWith(it)))
}

interface Found {
  slug: string
  domain: string
  short_url: string
  title: string
  url: string
}

/**
 * The links to show for a search, the best first: by their address, by the beginning of the slug,
 * by the beginning of a word of the title, then in the order given. Links that do not contain the
 * search are left out: they were found for what was typed before.
 */
export function ranked<T extends Found>(links: readonly T[], search: string): T[] {
  const text = withoutScheme(search.trim().toLowerCase())
  const rank = ({ slug, domain, short_url, title, url }: T): number => {
    const name = slug.toLowerCase()
    const addresses = [`${domain}/${name}`, withoutScheme(short_url.toLowerCase())]
    if ([name, ...addresses].includes(text)) return 0
    if (name.startsWith(text)) return 1
    if (wordsOf(title).some((word) => word.startsWith(text))) return 2
    return [...addresses, title, url].some((it) => it.toLowerCase().includes(text)) ? 3 : 4
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
