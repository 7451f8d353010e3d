/** The phone systems that a link can have a separate destination for. */
export type Phone = 'ios' | 'android'

/**
 * Phone system of a user agent: the system decides, not the form factor. Windows Phone is
 * neither, although its user agent names both.
 */
export function phoneOf(userAgent: string): Phone | undefined {
  if (userAgent.includes('Windows Phone')) return undefined
  if (/iPhone|iPad|iPod/.test(userAgent)) return 'ios'
  return userAgent.includes('Android') ? 'android' : undefined
}
