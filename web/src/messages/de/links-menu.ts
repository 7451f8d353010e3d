import type { text as english } from '../en/links-menu.ts'

export const text: typeof english = {
  view: 'Ansehen',
  copyShortUrl: 'Kurz-URL kopieren',
  visit: 'Aufrufen',
  qrCode: 'QR-Code',
  analytics: 'Statistik',
  duplicate: 'Duplizieren',
}
