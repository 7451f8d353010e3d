import type { text as english } from '../en/links-menu.ts'

/** Texts of the menu of a link. */
export const text: typeof english = {
  view: 'Voir',
  copyShortUrl: 'Copier l’URL courte',
  visit: 'Visiter',
  qrCode: 'Code QR',
  analytics: 'Statistiques',
  duplicate: 'Dupliquer',
}
