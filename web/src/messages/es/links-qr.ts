import type { text as english } from '../en/links-qr.ts'

export const text: typeof english = {
  title: (address: string) => `Código QR de ${address}`,
  leadsTo: (url: string) => `Código QR que lleva a ${url}`,
  color: 'Color',
  background: 'Fondo',
  size: 'Tamaño del PNG',
  pixels: ' px',
  png: 'PNG',
  svg: 'SVG',
}
