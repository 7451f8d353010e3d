import { decodeText, spellings } from '@fingerpost/kit/text/spelling'
import { type ShortUrlBase, shortUrl } from '../model/slug.rules.ts'

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
 * Matches a text against the addresses of these domains, with and without the port. A slug contains no "/", so in
 * a text that spans domain and slug, the slug begins after the last "/".
 */
export function matchAddresses(
  text: string,
  domains: readonly { id: number; name: string }[],
  base: ShortUrlBase,
): AddressMatch {
  const readable = decodeText(text)
  const slugAt = readable.lastIndexOf('/') + 1
  const [start, slugStart] = [readable.slice(0, slugAt).toLowerCase(), readable.slice(slugAt)]
  const addressesOf = (name: string) =>
    [base, { ...base, port: 0 }].map((it) => shortUrl(it, name, '').toLowerCase())
  const idsOf = (matches: (address: string) => boolean) =>
    domains.filter(({ name }) => addressesOf(name).some(matches)).map(({ id }) => id)
  return {
    domainIds: idsOf((address) => address.includes(text.toLowerCase())),
    startDomainIds: start && slugStart ? idsOf((address) => address.endsWith(start)) : [],
    slugStart,
  }
}

/** Whether a text may contain a truncated percent-encoded character, such as `%` or `gr%C3`. */
export const isCut = (text: string): boolean => decodeText(text).includes('%')

/** A word that more than this share of the sampled texts contain is common. */
const COMMON = 0.05
const WORDS = /([\p{L}\p{N}]+)/u
/** A text with more words is looked up as a whole. */
const WORDS_MAX = 50
/** The index is of trigrams. */
const INDEXED = /[\p{L}\p{N}]{3}/u

/** More words are searched as one text, so that the size of a query is limited. */
const SEARCHED_WORDS_MAX = 20

/** The words of a search, all of which a link must contain, in any order. */
export function wordsOf(search: string): string[] {
  const words = [...new Set(search.split(/\s+/).filter(Boolean))]
  return words.length > SEARCHED_WORDS_MAX ? [search.trim()] : words
}

/** A spelling of a word, and its parts that are looked up in the index. */
export interface SearchText {
  text: string
  parts: readonly string[]
}

/**
 * The parts of a search text that are worth looking up in the index: without the words that are
 * common in texts of the team, which are in lower case, because all their entries would be read.
 */
export function rareParts(text: string, sample: readonly string[]): string[] {
  const isCommonWord = (word: string) => {
    const lower = word.toLowerCase()
    return sample.filter((it) => it.includes(lower)).length > sample.length * COMMON
  }
  // Every second piece is a word.
  const pieces = text.split(WORDS)
  if (pieces.length > 2 * WORDS_MAX + 1) return [text]
  const parts = ['']
  for (const [i, piece] of pieces.entries()) {
    if (i % 2 === 1 && isCommonWord(piece)) parts.push('')
    else parts.push(parts.pop() + piece)
  }
  return parts.filter((it) => INDEXED.test(it))
}

/** The spellings of each word. Words without a rare part are looked up only if all words are like that. */
export function textsOf(words: readonly string[], sample: readonly string[]): SearchText[][] {
  const texts = words.map((word) =>
    spellings(word).map((text) => ({ text, parts: rareParts(text, sample) })),
  )
  const isRare = (word: readonly SearchText[]) => word.every(({ parts }) => parts.length > 0)
  if (texts.some(isRare)) return texts
  return texts.map((word) =>
    word.map((it) => ({ ...it, parts: it.parts[0] ? it.parts : [it.text] })),
  )
}

/** Whether a text has several words, so that some of them may be common. */
export const hasSeveralWords = (text: string): boolean => text.split(WORDS).length > 3
