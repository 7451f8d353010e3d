const TAG = /^[a-z]{2,3}(-[a-z0-9]{2,8})*$/i

/**
 * The first tag of an `Accept-Language` that is accepted at all, in its canonical spelling; empty
 * when there is none.
 */
export function languageOf(acceptLanguage: string): string {
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
