import { LRUCache } from 'lru-cache'

const TAG = /^[a-z]{2,3}(-[a-z0-9]{2,8})*$/i
const known = new LRUCache<string, string>({ max: 5_000 })

/**
 * The first tag of an `Accept-Language` that is accepted at all, in its canonical spelling; empty
 * when there is none. A header seen lately costs a map read.
 */
export function languageOf(acceptLanguage: string): string {
  if (acceptLanguage === '') return ''
  let language = known.get(acceptLanguage)
  if (language === undefined) {
    language = firstTag(acceptLanguage)
    known.set(acceptLanguage, language)
  }
  return language
}

function firstTag(acceptLanguage: string): string {
  for (const part of acceptLanguage.split(',', 10)) {
    const [tag = '', ...parameters] = part.split(';').map((it) => it.trim())
    if (!TAG.test(tag) || parameters.some((it) => /^q=0(\.0*)?$/i.test(it))) continue
    try {
      return Intl.getCanonicalLocales(tag)[0] ?? ''
    } catch {
      // looks like a tag and is none
    }
  }
  return ''
}
