import type { text as english } from '../en/links-qr.ts'

/** Texts of the QR code of a link. */
export const text: typeof english = {
  title: (address) => `Code QR de ${address}`,
  leadsTo: (url) => `Code QR qui mène à ${url}`,
  color: 'Couleur',
  background: 'Arrière-plan',
  size: 'Taille du PNG',
  pixels: ' px',
  png: 'PNG',
  svg: 'SVG',
}
