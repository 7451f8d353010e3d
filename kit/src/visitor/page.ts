import { LANGUAGES, type Language } from './language.ts'
import { STYLE, STYLE_HASH } from './page-style.ts'

/** A response. Headers are a flat list of names and values, the form that Node writes fastest. */
export interface Answer {
  status: number
  headers: readonly string[]
  body: string
  /** latin1 for an ASCII body, which Node then sends in one write with the headers. */
  encoding: 'latin1' | 'utf8'
  /** The same response in a language of the visitor; absent for responses without text. */
  inLanguage?: (language: Language) => Answer
}

const ESCAPES: Record<string, string> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
}

/** Escapes text for element content and quoted attributes. */
export const escapeHtml = (text: string): string =>
  text.replace(/[&<>"']/g, (character) => ESCAPES[character] ?? character)

/** A signpost as a data URL, because the CSP allows no images from our own host. */
const FAVICON =
  'data:image/svg+xml,' +
  encodeURIComponent(
    '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 24 24"><path fill="#b4441c" ' +
      'd="M4 4h12l4 4l-4 4H4zM10 13h3v8h-3z"/></svg>',
  )

const MADE_WITH: Readonly<Record<Language, string>> = {
  en: 'Made with Fingerpost',
  de: 'Gemacht mit Fingerpost',
  es: 'Hecho con Fingerpost',
  fr: 'Fait avec Fingerpost',
}

/** A page in all languages, before rendering. */
export interface Page {
  status: number
  title: (language: Language) => string
  /** HTML, already escaped. */
  body: (language: Language) => string
  /** Two columns on wide screens. */
  wide?: boolean
  headers?: readonly string[]
  /** CSP `form-action`; 'none' by default. */
  formAction?: string
}

/**
 * A complete page in all supported languages, English by default. Its headers forbid scripts,
 * external resources, framing, caching and indexing.
 */
export function page(it: Page): Answer {
  const made = new Map<Language, Answer>()
  const inLanguage = (language: Language): Answer => {
    const answer = made.get(language) ?? render(it, language)
    made.set(language, answer)
    return answer
  }
  return { ...inLanguage('en'), inLanguage }
}

/** Like `page`, but renders all languages in advance: for pages with constant content. */
export function preparedPage(it: Page): Answer {
  const answer = page(it)
  for (const language of LANGUAGES) answer.inLanguage?.(language)
  return answer
}

function render(it: Page, language: Language): Answer {
  const { status, title, body, wide = false, headers = [], formAction = "'none'" } = it
  const html =
    `<!doctype html><html lang="${language}"><head><meta charset="utf-8">` +
    '<meta name="viewport" content="width=device-width,initial-scale=1">' +
    `<title>${escapeHtml(title(language))}</title><link rel="icon" href="${FAVICON}">` +
    `<style>${STYLE}</style></head><body><main${wide ? ' class="wide"' : ''}>${body(language)}</main>` +
    `<footer>${MADE_WITH[language]}</footer></body></html>`
  const policy =
    `default-src 'none'; style-src 'sha256-${STYLE_HASH}'; img-src data:; base-uri 'none'; ` +
    `frame-ancestors 'none'; form-action ${formAction}`
  return {
    status,
    headers: [
      'Content-Type',
      'text/html; charset=utf-8',
      'Content-Length',
      `${new TextEncoder().encode(html).length}`,
      'Content-Language',
      language,
      'Vary',
      'Accept-Language',
      'Cache-Control',
      'no-store',
      'X-Robots-Tag',
      'noindex',
      'Content-Security-Policy',
      policy,
      'X-Content-Type-Options',
      'nosniff',
      'Referrer-Policy',
      'same-origin',
      ...headers,
    ],
    body: html,
    encoding: 'utf8',
  }
}
