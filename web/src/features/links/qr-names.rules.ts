import type { Named } from './selection.rules.ts'

/**
 * The names of the QR codes of links: their slugs, in a folder per domain if there are several. A name
 * that another one equals, ignoring case, gets the id of its link.
 */
export function qrNames(links: readonly Named[], format: string): ReadonlyMap<string, string> {
  const several = new Set(links.map(({ domain }) => domain)).size > 1
  const used = new Set<string>()
  const names = new Map<string, string>()
  for (const { id, domain, slug } of links) {
    const path = several ? `${domain}/${slug}` : slug
    let name = path
    while (used.has(name.toLowerCase())) name += `-${id}`
    used.add(name.toLowerCase())
    names.set(id, `${name}.${format}`)
  }
  return names
}
