import type { IncomingHttpHeaders } from 'node:http'
import { languageOf } from '@fingerpost/kit/visitor/language'
import { LANGUAGES, type Language } from '@fingerpost/messages'

/** The language that the person has chosen in the dashboard, else the one the browser prefers. */
export function pageLanguageOf(
  headers: Pick<IncomingHttpHeaders, 'accept-language' | 'cookie'>,
): Language {
  const chosen = /(?:^|;\s*)fingerpost-language=(\w+)/.exec(headers.cookie ?? '')?.[1]
  return LANGUAGES.find((it) => it === chosen) ?? languageOf(headers['accept-language'])
}
