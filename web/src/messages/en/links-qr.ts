/** Texts of the QR code of a link. */
export const text = {
  title: (address: string) => `QR code of ${address}`,
  leadsTo: (url: string) => `QR code that leads to ${url}`,
  color: 'Color',
  background: 'Background',
  size: 'Size of the PNG',
  pixels: ' px',
  png: 'PNG',
  svg: 'SVG',
}
