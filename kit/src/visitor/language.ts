import { LANGUAGES, type Language } from '@fingerpost/messages'

/** The supported language that `Accept-Language` prefers (RFC 9110 §12.5.4); English by default. */
export function languageOf(accepted: string | undefined): Language {
  let [best, most]: [Language, number] = ['en', 0]
  for (const part of (accepted ?? '').slice(0, 256).split(',')) {
    const [tag = '', ...parameters] = part.toLowerCase().split(';')
    const wanted = tag.trim().split('-', 1)[0]
    const language = LANGUAGES.find((it) => it === wanted)
    const weight = weightOf(parameters)
    if (language && weight > most) [best, most] = [language, weight]
  }
  return best
}

function weightOf(parameters: readonly string[]): number {
  const given = parameters.map((it) => it.trim()).find((it) => it.startsWith('q='))
  const weight = given === undefined ? 1 : Number(given.slice(2))
  return weight >= 0 && weight <= 1 ? weight : 0
}
