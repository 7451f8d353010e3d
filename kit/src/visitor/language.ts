import { LANGUAGES, type Language } from '@fingerpost/messages'

/** The supported language that `Accept-Language` prefers (RFC 9110 §12.5.4); English by default. */
export function languageOf(accepted: string | undefined): Language {
  let [best, most]: [Language, number] = ['en', 0]
  for (const { tag, weight } of tagsOf(accepted)) {
    const wanted = tag.split('-', 1)[0]
    const language = LANGUAGES.find((it) => it === wanted)
    if (language && weight > most) [best, most] = [language, weight]
  }
  return best
}

const TAG = /^[a-z]{2,3}(-[a-z0-9]{2,8})*$/

/** The tag that `Accept-Language` prefers most, in lower case; of several, the first. Empty if there is none. */
export function preferredLanguage(accepted: string | undefined): string {
  let [best, most] = ['', 0]
  for (const { tag, weight } of tagsOf(accepted)) {
    if (weight > most && TAG.test(tag)) [best, most] = [tag, weight]
  }
  return best
}

const tagsOf = (accepted = '') =>
  accepted
    .slice(0, 256)
    .toLowerCase()
    .split(',')
    .map((part) => {
      const [tag = '', ...parameters] = part.split(';')
      return { tag: tag.trim(), weight: weightOf(parameters) }
    })

function weightOf(parameters: readonly string[]): number {
  const given = parameters.map((it) => it.trim()).find((it) => it.startsWith('q='))
  const weight = given === undefined ? 1 : Number(given.slice(2))
  return weight >= 0 && weight <= 1 ? weight : 0
}
