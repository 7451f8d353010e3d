/** The phone systems that a link can have a separate destination for. */
export type Phone = 'ios' | 'android'

/**
 * Systems without apps from either store, some of whose browsers name Android or iOS, many as what they are
 * like. HarmonyOS up to version 4 runs apps of Android, and is not called OpenHarmony.
 */
const OTHERS = /like (?:Android|iPhone)|Windows Phone|OpenHarmony|Sailfish|Tizen|KAIOS/i

/** Phone system of a user agent: the system decides, not the form factor. */
export function phoneOf(userAgent: string): Phone | undefined {
  if (OTHERS.test(userAgent)) return undefined
  if (/iPhone|iPad|iPod/.test(userAgent)) return 'ios'
  return userAgent.includes('Android') ? 'android' : undefined
}
