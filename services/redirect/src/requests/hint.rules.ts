import type { Hints } from '@fingerpost/protos/click/v1/click'

/** Maximum length of each hint; longer ones are malicious. */
const HINT_MAX = 256

type Headers = Readonly<Record<string, string | string[] | undefined>>

/** Client hints; undefined for the many browsers that send none. */
export function hintsOf(headers: Headers): Hints | undefined {
  const hint = (name: string) => {
    const value = headers[name]
    return typeof value === 'string' && value !== '' ? value.slice(0, HINT_MAX) : undefined
  }
  const hints = {
    ua: hint('sec-ch-ua'),
    ua_mobile: hint('sec-ch-ua-mobile'),
    ua_platform: hint('sec-ch-ua-platform'),
    ua_model: hint('sec-ch-ua-model'),
  }
  return hints.ua || hints.ua_mobile || hints.ua_platform || hints.ua_model ? hints : undefined
}
