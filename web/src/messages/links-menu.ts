import { texts } from '../shared/language.rules.ts'

/** Texts of the menu of a link. */
export const text = texts({
  view: { en: 'View', de: 'Ansehen', es: 'Ver', fr: 'Voir' },
  copyShortUrl: {
    en: 'Copy short URL',
    de: 'Kurz-URL kopieren',
    es: 'Copiar URL corta',
    fr: 'Copier l’URL courte',
  },
  visit: { en: 'Visit', de: 'Aufrufen', es: 'Visitar', fr: 'Visiter' },
  qrCode: { en: 'QR code', de: 'QR-Code', es: 'Código QR', fr: 'Code QR' },
  analytics: { en: 'Analytics', de: 'Statistik', es: 'Estadísticas', fr: 'Statistiques' },
  duplicate: { en: 'Duplicate', de: 'Duplizieren', es: 'Duplicar', fr: 'Dupliquer' },
})
