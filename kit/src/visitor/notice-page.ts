import type { Language } from './language.ts'
import { type Answer, type Page, preparedPage } from './page.ts'

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
export const icon = (name: keyof typeof ICONS): string =>
  `<svg class="icon" viewBox="0 0 24 24" aria-hidden="true"><path d="${ICONS[name]}"/></svg>`

/** A heading and the sentence below it. */
export type Notice = readonly [title: string, text: string]

/** A page with an icon, a heading and one sentence. */
export const noticePage = (
  status: number,
  drawing: keyof typeof ICONS,
  said: (language: Language) => Notice,
  headers: readonly string[] = [],
): Page => ({
  status,
  title: (language) => said(language)[0],
  body: (language) => {
    const [title, text] = said(language)
    return `${icon(drawing)}<h1>${title}</h1><p>${text}</p>`
  },
  headers,
})

const LATER: Readonly<Record<Language, Notice>> = {
  en: ['Temporarily unavailable', 'The link cannot be looked up right now. Please try again.'],
  de: [
    'Einen Moment',
    'Der Link lässt sich gerade nicht nachschlagen. Bitte noch einmal versuchen.',
  ],
  es: ['Un momento', 'Ahora no se puede consultar el enlace. Inténtelo de nuevo.'],
  fr: ['Un instant', 'Le lien ne peut pas être consulté pour le moment. Réessayez.'],
}

/** 503: the lookup is unavailable. The gateway also uses it if the processes behind it are down. */
export const UNAVAILABLE: Answer = preparedPage(
  noticePage(503, 'glass', (language) => LATER[language], ['Retry-After', '2']),
)
