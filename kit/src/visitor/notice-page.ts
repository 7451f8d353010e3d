import { type Language, textsByLanguage } from '@fingerpost/messages'
import { h } from 'preact'
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
export interface Notice {
  readonly title: string
  readonly text: string
}

/** A page with an icon, a heading, one sentence and perhaps a link that looks like a button. */
export const noticePage = (
  status: number,
  drawing: keyof typeof ICONS,
  noticeIn: (language: Language) => Notice,
  headers: readonly string[] = [],
  link?: { href: string; label: string },
): Page => ({
  status,
  title: (language) => noticeIn(language).title,
  body: (language) => {
    const { title, text } = noticeIn(language)
    const button = link && h('a', { class: 'button', href: link.href }, link.label)
    return h('main', null, [icon(drawing), h('h1', null, title), h('p', null, text), button])
  },
  headers,
})

const TEXTS = textsByLanguage({
  unavailable: {
    title: {
      en: 'Temporarily unavailable',
      de: 'Vorübergehend nicht verfügbar',
      es: 'No disponible temporalmente',
      fr: 'Temporairement indisponible',
    },
    text: {
      en: 'This page cannot be loaded right now. Please try again.',
      de: 'Die Seite kann gerade nicht geladen werden. Bitte versuchen Sie es erneut.',
      es: 'No se puede cargar la página en este momento. Vuelva a intentarlo.',
      fr: 'La page ne peut pas être chargée pour le moment. Veuillez réessayer.',
    },
  },
  failed: {
    title: {
      en: 'Something went wrong',
      de: 'Etwas ist schiefgelaufen',
      es: 'Se ha producido un error',
      fr: 'Une erreur est survenue',
    },
    text: {
      en: 'The error is on our side. Try again later.',
      de: 'Der Fehler liegt bei uns. Bitte versuchen Sie es später erneut.',
      es: 'El problema está en nuestro servidor. Vuelva a intentarlo más tarde.',
      fr: 'Le problème vient de notre serveur. Réessayez plus tard.',
    },
  },
  badRequest: {
    title: {
      en: 'Invalid address',
      de: 'Ungültige Adresse',
      es: 'Dirección no válida',
      fr: 'Adresse non valide',
    },
    text: {
      en: 'The address cannot be decoded.',
      de: 'Die Adresse kann nicht gelesen werden.',
      es: 'No se puede leer la dirección.',
      fr: 'L’adresse ne peut pas être lue.',
    },
  },
  tooMany: {
    title: {
      en: 'Too many requests',
      de: 'Zu viele Anfragen',
      es: 'Demasiadas solicitudes',
      fr: 'Trop de requêtes',
    },
    text: {
      en: 'Too many requests from your address. Try again in a minute.',
      de: 'Von Ihrer Adresse kamen zu viele Anfragen. Versuchen Sie es in einer Minute erneut.',
      es: 'Se han recibido demasiadas solicitudes desde su dirección. Vuelva a intentarlo en un minuto.',
      fr: 'Trop de requêtes ont été envoyées depuis votre adresse. Réessayez dans une minute.',
    },
  },
  notAllowed: {
    title: {
      en: 'Method not allowed',
      de: 'Methode nicht erlaubt',
      es: 'Método no permitido',
      fr: 'Méthode non autorisée',
    },
    text: {
      en: 'This address does not support that request method.',
      de: 'Diese Adresse unterstützt diese Anfragemethode nicht.',
      es: 'Esta dirección no admite ese método de solicitud.',
      fr: 'Cette adresse n’accepte pas cette méthode de requête.',
    },
  },
})

/** 503: the lookup is unavailable. The gateway also uses it if the processes behind it are down. */
export const UNAVAILABLE: Answer = page(
  noticePage(503, 'glass', (language) => TEXTS[language].unavailable, ['Retry-After', '2']),
)

/** 500: an unexpected error. */
export const FAILED: Answer = page(noticePage(500, 'warning', (language) => TEXTS[language].failed))

/** 400: the address cannot be decoded, or is not encoded. */
export const BAD_REQUEST: Answer = page(
  noticePage(400, 'warning', (language) => TEXTS[language].badRequest),
)

/** 429: too many requests of an address or network in a minute. */
export const TOO_MANY: Answer = page(
  noticePage(429, 'glass', (language) => TEXTS[language].tooMany, ['Retry-After', '60']),
)

/** 405 with the allowed methods. */
export const notAllowed = (methods: string): Answer =>
  page(noticePage(405, 'warning', (language) => TEXTS[language].notAllowed, ['Allow', methods]))
