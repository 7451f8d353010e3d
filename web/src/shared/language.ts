import { text } from '#messages/shared.ts'

/** The language of the page, which the gateway has chosen. */
export const language = text.languageCode
