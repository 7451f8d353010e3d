import { type Language, type Messages, textsIn } from '@fingerpost/messages'
import { formatCount } from './numbers.rules.ts'

/** The language of the page, which the gateway has chosen. Tests are in English. */
export const language: Language = import.meta.env.LANGUAGE ?? 'en'

/** The messages in the language of the page. The build leaves out the other languages. */
export const texts = <const M extends Messages>(messages: M) =>
  textsIn(language, messages, formatCount)
