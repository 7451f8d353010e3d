import type { ForwardMode } from '@fingerpost/protos/words'

/** Parameters by name; the values are pieces of a query (`name=value`). */
export type Parameters = ReadonlyMap<string, string>

export const NO_PARAMETERS: Parameters = new Map([])

/** A URL split at its first `?` and `#`. Joining the parts restores the same bytes. */
export interface UrlParts {
  base: string
  /** Without `?`; undefined when there is none. */
  query: string | undefined
  /** With `#`; empty when there is none. */
  fragment: string
}

/** Whether a URL leads to a web page and not into an app. */
export const isWeb = (url: string): boolean => /^https?:/i.test(url)

/** Splits without decoding. */
export function splitUrl(url: string): UrlParts {
  const hash = url.indexOf('#')
  const before = hash === -1 ? url : url.slice(0, hash)
  const fragment = hash === -1 ? '' : url.slice(hash)
  const mark = before.indexOf('?')
  if (mark === -1) return { base: before, query: undefined, fragment }
  return { base: before.slice(0, mark), query: before.slice(mark + 1), fragment }
}

/** The inverse of `splitUrl`. */
export const joinUrl = ({ base, query, fragment }: UrlParts): string =>
  query === undefined ? base + fragment : `${base}?${query}${fragment}`

/** The pieces of a query between `&`, including empty ones. */
const pieces = (query: string | undefined): string[] => (query ? query.split('&') : [])

/** Decoded name of a piece; left as it is if it cannot be decoded. */
export function nameOf(piece: string): string {
  const equals = piece.indexOf('=')
  return decode(equals === -1 ? piece : piece.slice(0, equals))
}

function decode(text: string): string {
  if (!/[%+]/.test(text)) return text
  try {
    return decodeURIComponent(text.replaceAll('+', ' '))
  } catch {
    return text
  }
}

/** The last value of each parameter whose name begins with `prefix`, decoded. */
export function readParameters(query: string | undefined, prefix: string): Map<string, string> {
  const found = new Map<string, string>()
  for (const piece of pieces(query)) {
    const name = nameOf(piece)
    if (!name.startsWith(prefix)) continue
    const equals = piece.indexOf('=')
    found.set(name, equals === -1 ? '' : decode(piece.slice(equals + 1)))
  }
  return found
}

/**
 * Sets parameters: in place if the name exists (repetitions are removed), else at the end.
 * All others keep their order and bytes.
 */
export function setParameters(
  query: string | undefined,
  parameters: Parameters,
): string | undefined {
  if (parameters.size === 0) return query
  const waiting = new Map(parameters)
  const result: string[] = []
  for (const piece of pieces(query)) {
    const name = nameOf(piece)
    if (!parameters.has(name)) result.push(piece)
    const set = waiting.get(name)
    if (set !== undefined) result.push(set)
    waiting.delete(name)
  }
  return [...result, ...waiting.values()].join('&')
}

/**
 * Adds the visitor's parameters. If both queries have a name, the destination's pieces are kept, or
 * replaced by the visitor's for `utm_*` and in mode `override`. Visitors cannot set `locked` names.
 * Repetitions and order are kept; with nothing to add, the bytes are unchanged.
 */
export function mergeQuery(
  query: string | undefined,
  visitors: string,
  mode: ForwardMode,
  locked: Parameters,
): string | undefined {
  if (mode === 'off' || visitors === '') return query
  const theirs = Map.groupBy(pieces(visitors).filter(Boolean), nameOf)
  for (const name of locked.keys()) theirs.delete(name)

  const result: string[] = []
  const mine = new Set<string>()
  for (const piece of pieces(query)) {
    const name = nameOf(piece)
    const replacement =
      mode === 'override' || name.startsWith('utm_') ? theirs.get(name) : undefined
    if (replacement === undefined) result.push(piece)
    else if (!mine.has(name)) result.push(...replacement)
    mine.add(name)
  }
  const added = pieces(visitors).filter((piece) => {
    const name = nameOf(piece)
    return piece !== '' && theirs.has(name) && !mine.has(name)
  })
  if (result.length + added.length === 0) return query
  return [...result, ...added].join('&')
}

/** A visitor's query escaped for a header: printable ASCII without spaces and quotes. */
export const safeQuery = (query: string): string =>
  /[^\x21-\x7e]|["<>\\^`{|}]/.test(query)
    ? query.replace(/[^\x21-\x7e]|["<>\\^`{|}]/g, encodeByte)
    : query

/** Node decodes the request line as one character per byte. */
const encodeByte = (character: string) =>
  character.charCodeAt(0) > 0xff
    ? encodeURIComponent(character)
    : `%${character.charCodeAt(0).toString(16).toUpperCase().padStart(2, '0')}`

/**
 * ASCII characters that are not allowed in a URI (RFC 3986 §2); strict clients do not follow them.
 */
const NEVER_IN_URI = /["<>^`{|}]/g

/**
 * A stored URL as a URI in printable ASCII. Allowed characters are kept; undefined if it cannot be
 * converted.
 */
export function headerUrl(url: string): string | undefined {
  const ascii = /^[\x21-\x7e]+$/.test(url) ? url : URL.parse(url)?.href
  if (ascii === undefined || !/^[\x21-\x7e]+$/.test(ascii)) return undefined
  return ascii.replace(NEVER_IN_URI, encodeByte)
}
