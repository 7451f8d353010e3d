import type { Language, Message } from '@fingerpost/messages'
import { type ComponentChildren, Fragment, h } from 'preact'
import { renderToString } from 'preact-render-to-string'
import { LOGO_URL } from './logo.rules.ts'
import { CARD_STYLE, type PageStyle } from './page-style.ts'

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

const MADE_WITH: Message = {
  en: 'Made with Fingerpost',
  de: 'Erstellt mit Fingerpost',
  es: 'Creado con Fingerpost',
  fr: 'Créé avec Fingerpost',
}

/** A page in all languages, before rendering. */
export interface Page {
  status: number
  title: (language: Language) => string
  body: (language: Language) => ComponentChildren
  /** Elements for the head. */
  head?: ComponentChildren
  style?: PageStyle
  /** CSP `img-src`; only data URLs by default. */
  images?: string
  /** CSP `form-action`; 'none' by default. */
  formAction?: string
  /** Public pages may be indexed, and cached if caches revalidate them before each use. */
  isPublic?: boolean
  headers?: readonly string[]
}

/** A page that is rendered in a language when it is first sent; without a choice, in English. */
export function page(it: Page): Answer {
  const made = new Map<Language, Answer>()
  const inLanguage = (language: Language): Answer => {
    const answer = made.get(language) ?? renderPage(it, language)
    made.set(language, answer)
    return answer
  }
  return {
    status: it.status,
    encoding: 'utf8',
    get headers() {
      return inLanguage('en').headers
    },
    get body() {
      return inLanguage('en').body
    },
    inLanguage,
  }
}

/** A complete page whose headers forbid scripts, external resources and framing. */
export function renderPage(it: Page, language: Language): Answer {
  const { status, images = 'data:', formAction = "'none'", isPublic = false, headers = [] } = it
  const style = it.style ?? CARD_STYLE
  const html = htmlOf(it, style, language)
  const bytes = Buffer.byteLength(html)
  const policy =
    `default-src 'none'; style-src 'sha256-${style.hash}'; img-src ${images}; base-uri 'none'; ` +
    `frame-ancestors 'none'; form-action ${formAction}`
  return {
    status,
    headers: [
      'Content-Type',
      'text/html; charset=utf-8',
      'Content-Length',
      `${bytes}`,
      'Content-Language',
      language,
      'Vary',
      'Accept-Language',
      'Cache-Control',
      isPublic ? 'public, no-cache' : 'no-store',
      ...(isPublic ? [] : ['X-Robots-Tag', 'noindex']),
      'Content-Security-Policy',
      policy,
      'X-Content-Type-Options',
      'nosniff',
      'Referrer-Policy',
      isPublic ? 'strict-origin-when-cross-origin' : 'same-origin',
      ...headers,
    ],
    body: html,
    encoding: bytes === html.length ? 'latin1' : 'utf8',
  }
}

function htmlOf({ title, head, body }: Page, { css }: PageStyle, language: Language): string {
  const document = h('html', { lang: language }, [
    h('head', null, [
      h('meta', { charset: 'utf-8' }),
      h('meta', { name: 'viewport', content: 'width=device-width,initial-scale=1' }),
      h('title', null, title(language)),
      h('link', { rel: 'icon', href: LOGO_URL }),
      h(Fragment, null, head),
      h('style', { dangerouslySetInnerHTML: { __html: css } }),
    ]),
    h('body', null, [body(language), h('footer', null, MADE_WITH[language])]),
  ])
  return `<!doctype html>${renderToString(document)}`
}
