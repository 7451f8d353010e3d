/** Texts of the menu of a link. */
export const text = {
  view: 'View',
  copyShortUrl: 'Copy short URL',
  visit: 'Visit',
  qrCode: 'QR code',
  analytics: 'Analytics',
  duplicate: 'Duplicate',
}
