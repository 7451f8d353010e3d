import { h } from 'preact'
import type { Language } from './language.ts'
import { type Answer, type Page, page } from './page.ts'

/** Stroke icons of 24 by 24 units, as SVG paths. */
const ICONS = {
  signpost: 'M5 5h11l4 3.5-4 3.5H5zM11 12v9M11 5V3',
  lens: 'M10.5 4a6.5 6.5 0 1 0 0 13 6.5 6.5 0 0 0 0-13zM20 20l-4.9-4.9',
  broken:
    'M10 6.5 11.5 5a4.2 4.2 0 0 1 6 6L16 12.5M14 17.5 12.5 19a4.2 4.2 0 0 1-6-6L8 11.5M4 4l16 16',
  clock: 'M12 3a9 9 0 1 0 0 18 9 9 0 0 0 0-18zM12 7.5V12l3 2',
  glass: 'M7 3h10M7 21h10M8 3c0 5 8 5 8 9s-8 4-8 9M16 3c0 5-8 5-8 9s8 4 8 9',
  lock: 'M6 11h12v9H6zM8.5 11V8a3.5 3.5 0 0 1 7 0v3',
  warning: 'M12 4l9 16H3zM12 10v4M12 17v.01',
} as const

/** The SVG icon above a heading. */
export const icon = (name: keyof typeof ICONS) =>
  h(
    'svg',
    { class: 'icon', viewBox: '0 0 24 24', 'aria-hidden': 'true' },
    h('path', { d: ICONS[name] }),
  )

/** A heading and the sentence below it. */
export type Notice = readonly [title: string, text: string]

/** A page with an icon, a heading, one sentence and perhaps a link that looks like a button. */
export const noticePage = (
  status: number,
  drawing: keyof typeof ICONS,
  said: (language: Language) => Notice,
  headers: readonly string[] = [],
  link?: { href: string; label: string },
): Page => ({
  status,
  title: (language) => said(language)[0],
  body: (language) => {
    const [title, text] = said(language)
    const button = link && h('a', { class: 'button', href: link.href }, link.label)
    return h('main', null, [icon(drawing), h('h1', null, title), h('p', null, text), button])
  },
  headers,
})

type Texts = Readonly<Record<Language, Notice>>

const UNAVAILABLE_TEXT: Texts = {
  en: ['Temporarily unavailable', 'This page cannot be loaded right now. Please try again.'],
  de: [
    'Vorübergehend nicht verfügbar',
    'Die Seite kann gerade nicht geladen werden. Bitte versuchen Sie es erneut.',
  ],
  es: [
    'No disponible temporalmente',
    'No se puede cargar la página en este momento. Vuelva a intentarlo.',
  ],
  fr: [
    'Temporairement indisponible',
    'La page ne peut pas être chargée pour le moment. Veuillez réessayer.',
  ],
}

const FAILED_TEXT: Texts = {
  en: ['Something went wrong', 'The error is on our side. Try again later.'],
  de: [
    'Etwas ist schiefgelaufen',
    'Der Fehler liegt bei uns. Bitte versuchen Sie es später erneut.',
  ],
  es: [
    'Se ha producido un error',
    'El problema está en nuestro servidor. Vuelva a intentarlo más tarde.',
  ],
  fr: ['Une erreur est survenue', 'Le problème vient de notre serveur. Réessayez plus tard.'],
}

const BAD_REQUEST_TEXT: Texts = {
  en: ['Invalid address', 'The address cannot be decoded.'],
  de: ['Ungültige Adresse', 'Die Adresse kann nicht gelesen werden.'],
  es: ['Dirección no válida', 'No se puede leer la dirección.'],
  fr: ['Adresse non valide', 'L’adresse ne peut pas être lue.'],
}

const TOO_MANY_TEXT: Texts = {
  en: ['Too many requests', 'Too many requests from your address. Try again in a minute.'],
  de: [
    'Zu viele Anfragen',
    'Von Ihrer Adresse kamen zu viele Anfragen. Versuchen Sie es in einer Minute erneut.',
  ],
  es: [
    'Demasiadas solicitudes',
    'Se han recibido demasiadas solicitudes desde su dirección. Vuelva a intentarlo en un minuto.',
  ],
  fr: [
    'Trop de requêtes',
    'Trop de requêtes ont été envoyées depuis votre adresse. Réessayez dans une minute.',
  ],
}

const NOT_ALLOWED_TEXT: Texts = {
  en: ['Method not allowed', 'This address does not support that request method.'],
  de: ['Methode nicht erlaubt', 'Diese Adresse unterstützt diese Anfragemethode nicht.'],
  es: ['Método no permitido', 'Esta dirección no admite ese método de solicitud.'],
  fr: ['Méthode non autorisée', 'Cette adresse n’accepte pas cette méthode de requête.'],
}

/** 503: the lookup is unavailable. The gateway also uses it if the processes behind it are down. */
export const UNAVAILABLE: Answer = page(
  noticePage(503, 'glass', (language) => UNAVAILABLE_TEXT[language], ['Retry-After', '2']),
)

/** 500: an unexpected error. */
export const FAILED: Answer = page(noticePage(500, 'warning', (language) => FAILED_TEXT[language]))

/** 400: the address cannot be decoded, or is not encoded. */
export const BAD_REQUEST: Answer = page(
  noticePage(400, 'warning', (language) => BAD_REQUEST_TEXT[language]),
)

/** 429: too many requests of an address or network in a minute. */
export const TOO_MANY: Answer = page(
  noticePage(429, 'glass', (language) => TOO_MANY_TEXT[language], ['Retry-After', '60']),
)

/** 405 with the allowed methods. */
export const notAllowed = (methods: string): Answer =>
  page(noticePage(405, 'warning', (language) => NOT_ALLOWED_TEXT[language], ['Allow', methods]))
