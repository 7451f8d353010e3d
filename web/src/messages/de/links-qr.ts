import type { text as english } from '../en/links-qr.ts'

export const text: typeof english = {
  title: (address) => `QR-Code von ${address}`,
  leadsTo: (url) => `QR-Code mit dem Ziel ${url}`,
  color: 'Farbe',
  background: 'Hintergrund',
  size: 'Größe des PNG',
  pixels: ' px',
  png: 'PNG',
  svg: 'SVG',
}
