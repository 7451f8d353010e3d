import { language } from './language.rules.ts'

const names = new Intl.DisplayNames(language, { type: 'region', fallback: 'none' })
const LETTERS = [...'ABCDEFGHIJKLMNOPQRSTUVWXYZ']
/** Codes of groups of countries, of places that are not countries, and for tests. */
const OTHERS = new Set('AC CP CQ CT DG EA EU EZ IC QO TA UN XA XB XK ZZ'.split(' '))

/** The name of a two-letter code; any other text itself. */
export const countryName = (code: string): string =>
  (/^[a-z]{2}$/i.test(code) && names.of(code)) || code

/** Every country, sorted by name, for select inputs. */
export const COUNTRIES: readonly { value: string; label: string }[] = LETTERS.flatMap((a) =>
  LETTERS.map((b) => a + b),
)
  .filter(
    (code) => !OTHERS.has(code) && names.of(code) && new Intl.Locale(`und-${code}`).region === code,
  )
  .map((value) => ({ value, label: countryName(value) }))
  .sort((a, b) => a.label.localeCompare(b.label, language))
