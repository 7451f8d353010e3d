/** The phones that a link may have a destination of its own for. */
export type Phone = 'ios' | 'android'

/**
 * The phone system of an agent: the system decides, not the form of the device. Windows phones
 * named both others in their agent and are neither.
 */
export function phoneOf(userAgent: string): Phone | undefined {
  if (userAgent.includes('Windows Phone')) return undefined
  if (/iPhone|iPad|iPod/.test(userAgent)) return 'ios'
  return userAgent.includes('Android') ? 'android' : undefined
}
