import { LANGUAGES, type Language } from './language.ts'
import { STYLE, STYLE_HASH } from './page-style.ts'

/** What goes out. Headers are name, value, name, value: the form that Node writes fastest. */
export interface Answer {
  status: number
  headers: readonly string[]
  body: string
  /** latin1 where the body is ASCII: it then goes out in one piece with the headers. */
  encoding: 'latin1' | 'utf8'
  /** The same in a language that the visitor reads; absent where there is nothing to read. */
  inLanguage?: (language: Language) => Answer
}

const ESCAPES: Record<string, string> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
}

/** Text as it may stand between tags and in quoted attributes. */
export const escapeHtml = (text: string): string =>
  text.replace(/[&<>"']/g, (character) => ESCAPES[character] ?? character)

/** A signpost; within the page, because the policy lets no other picture of ours in. */
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

/** A page before it is put into a language. */
export interface Page {
  status: number
  title: (language: Language) => string
  /** HTML, already escaped. */
  body: (language: Language) => string
  /** Two columns where there is room. */
  wide?: boolean
  headers?: readonly string[]
  /** Where forms may lead; nowhere unless told. */
  formAction?: string
}

/**
 * A whole page in the languages we speak: no script, nothing from elsewhere, in no frame, never kept,
 * never indexed. In English until somebody asks for another.
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

/** The same, with every language made beforehand: for pages that say the same to everybody. */
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
