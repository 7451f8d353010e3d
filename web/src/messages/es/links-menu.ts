import type { text as english } from '../en/links-menu.ts'

export const text: typeof english = {
  view: 'Ver',
  copyShortUrl: 'Copiar URL corta',
  visit: 'Visitar',
  qrCode: 'Código QR',
  analytics: 'Estadísticas',
  duplicate: 'Duplicar',
}
