import { namesOf } from '../routes/links/cell.rules.ts'

/** Texts that services write for no value. */
const NOTHING = new Set(['', 'null', '[]', '{}', 'false', '0'])

/** Whether a cell has a value that is lost if its column is left out. */
export const isValue = (text: string): boolean => !NOTHING.has(text)

/** Whether a cell says yes: anything but no value and `No`. */
export const isSet = (text: string): boolean => isValue(text) && !/^(?:no|n|off|none)$/i.test(text)

/** Longer than any host name with its port. */
const HEAD = 300

/** A destination; `https://` is added to a host name without a scheme. */
export const urlOf = (text: string): string =>
  /^[\p{L}\p{N}-]+(?:\.[\p{L}\p{N}-]+)*\.\p{L}{2,}(?::\d+)?(?:[/?#]|$)/u.test(text.slice(0, HEAD))
    ? `https://${text}`
    : text

/** Names of tags as JSON: of a JSON list of names or labels, or separated by commas, `|` or `;`. */
export function tagsOf(text: string): string {
  const list = listOf(text)
  return JSON.stringify(list ? list.map(nameOf).filter(Boolean) : namesOf(text))
}

/** The name of a label, which JSON may have as an object. */
export const labelOf = (text: string): string => nameOf(objectOf(text) ?? text)

function nameOf(label: unknown): string {
  if (typeof label !== 'object' || label === null) return String(label ?? '').trim()
  const { name, title, fullName } = label as Record<string, unknown>
  return nameOf(name ?? title ?? fullName ?? '')
}

/** How services that forward with 307 and 308 are imported. */
const CODES = new Map([
  ['303', '302'],
  ['307', '302'],
  ['308', '301'],
])
export const redirectCodeOf = (text: string): string => CODES.get(text) ?? text

/** Destinations by country as JSON, from an object with countries as names. */
export function geoOf(text: string): string {
  const byCountry = objectOf(text)
  if (!byCountry) return text
  return JSON.stringify(Object.entries(byCountry).map(([country, url]) => ({ url, country })))
}

/** A destination of an A/B test at Dub. */
interface Share {
  url?: unknown
  percentage?: unknown
}

/** Destinations of an A/B test as JSON; those to the link's own destination are its remaining share. */
export function variantsOf(text: string, destination: string): string {
  const list = listOf(text)
  if (!list?.some((it) => typeof (it as Share | null)?.percentage === 'number')) return text
  const others = (list as (Share | null)[]).filter((it) => it?.url !== destination)
  return JSON.stringify(others.map((it) => ({ url: it?.url, percent: it?.percentage })))
}

/** The items of a JSON list; undefined for other texts. */
export const listOf = (text: string): unknown[] | undefined => {
  const value = parsed(text, '[')
  return Array.isArray(value) ? value : undefined
}
const objectOf = (text: string): Record<string, unknown> | undefined =>
  parsed(text, '{') as Record<string, unknown> | undefined

function parsed(text: string, start: string): unknown {
  if (!text.startsWith(start)) return undefined
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}
