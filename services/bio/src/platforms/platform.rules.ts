import type { FieldError } from '@fingerpost/kit/http/problem'
import { canonicalUrl, checkUrl } from '@fingerpost/kit/net/url'
import { Platform } from '@fingerpost/protos/bio/v1/bio_link'
import { PLATFORMS, type PlatformType } from './table.rules.ts'

const TYPES = Object.keys(PLATFORMS) as PlatformType[]
const USERNAME_MAX = 320 // the longest possible on any platform: local part, @, server

/** The type for the platform in a message; null if it has none. */
export function typeOf(platform: Platform | undefined): PlatformType | null {
  return TYPES.find((type) => platform === platformOf(type)) ?? null
}

/** The platform in messages for a type. */
export const platformOf = (type: PlatformType): Platform =>
  Platform[`PLATFORM_${type.toUpperCase() as Uppercase<PlatformType>}`]

/** The platform of a host name; null if it is not a known one. */
export function typeOfHost(host: string): PlatformType | null {
  const name = host.toLowerCase().replace(/\.$/, '')
  const isOn = (known: string) => name === known || name.endsWith(`.${known}`)
  return TYPES.find((type) => PLATFORMS[type].hosts.some(isOn)) ?? null
}

/** The stored destination of a link. */
export interface Target {
  type: PlatformType
  url: string
  username: string | null
}

/**
 * Parses the url field of a link: a full URL, whose host determines the type unless one is given,
 * or a username, from which the platform's pattern builds the URL. If neither determines a type, it
 * is `fallback`, or that of a website. Returns the target or an error.
 */
export function readTarget(
  text: string,
  given: PlatformType | null,
  fallback: PlatformType | null = null,
): Target | FieldError {
  if (text === '') return { field: 'url', code: 'required', detail: 'is required' }
  if (!isUrl(text)) return readUsername(text, given ?? fallback)
  const fault = checkUrl(text)
  if (fault) return { field: 'url', ...fault }
  const url = canonicalUrl(text)
  const type = given ?? typeOfHost(new URL(url).hostname) ?? fallback ?? 'website'
  return { type, url, username: null }
}

function readUsername(text: string, type: PlatformType | null): Target | FieldError {
  const name = text.replace(/^@/, '')
  // No platform allows spaces or URL delimiters in usernames.
  if (name === '' || name.length > USERNAME_MAX || /[\s\p{Cc}/\\:?#%"'<>]/u.test(name)) {
    return urlless('must be an absolute http or https URL, or a plain username')
  }
  if (!type) return typeless('is required with a username')
  const platform = PLATFORMS[type]
  if (!platform.username) return urlless('of a website must be an absolute http or https URL')
  if (platform.username.test(name)) return { type, url: platform.url(name), username: name }
  const what = type === 'whatsapp' ? 'a telephone number' : 'a username'
  const detail = `is not ${what} of ${platform.label}`
  return { field: 'url', code: 'invalid_username', detail }
}

/** Whether a text begins with a scheme and is therefore not a username. */
const isUrl = (text: string) => /^\s*[a-z][a-z0-9+.-]*:/i.test(text)

const urlless = (detail: string): FieldError => ({ field: 'url', code: 'invalid_url', detail })

const typeless = (detail: string): FieldError => ({ field: 'type', code: 'required', detail })
