/** The language of the page, which the gateway has chosen. */
export const language = globalThis.document?.documentElement.lang || 'en'
