const TAG = /^[a-z]{2,3}(-[a-z0-9]{2,8})*$/i

/**
 * The first tag in `Accept-Language` whose weight is not 0, in canonical form; empty if there is
 * none.
 */
export function languageOf(acceptLanguage: string): string {
  for (const part of acceptLanguage.split(',', 10)) {
    const [tag = '', ...parameters] = part.split(';').map((it) => it.trim())
    if (!TAG.test(tag) || parameters.some((it) => /^q=0(\.0*)?$/i.test(it))) continue
    try {
      return Intl.getCanonicalLocales(tag)[0] ?? ''
    } catch {
      // invalid in spite of its form
    }
  }
  return ''
}
