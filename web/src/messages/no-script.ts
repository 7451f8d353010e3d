import type { Message } from '@fingerpost/messages'

/** Shown by browsers without JavaScript. */
export const NO_SCRIPT: Message = {
  en: 'The dashboard needs JavaScript. The API under /api does not.',
  de: 'Das Dashboard benötigt JavaScript, die API unter /api nicht.',
  es: 'El panel necesita JavaScript. La API en /api no lo necesita.',
  fr: 'Le tableau de bord nécessite JavaScript. L’API sous /api s’en passe.',
}
