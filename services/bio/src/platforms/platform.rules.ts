import type { FieldError } from '@fingerpost/kit/problem'
import { canonicalUrl, checkUrl } from '@fingerpost/kit/url'
import { Platform } from '@fingerpost/protos/bio/v1/bio_link'
import { PLATFORMS, type PlatformType } from './table.rules.ts'

const TYPES = Object.keys(PLATFORMS) as PlatformType[]
const USERNAME_MAX = 320 // the longest that any platform could have: local part, @, server

/** The type that a message names; null when it names none. */
export function typeOf(platform: Platform | undefined): PlatformType | null {
  return TYPES.find((type) => platform === platformOf(type)) ?? null
}

/** A type as messages carry it. */
export const platformOf = (type: PlatformType): Platform =>
  Platform[`PLATFORM_${type.toUpperCase() as Uppercase<PlatformType>}`]

/** The platform that a host name belongs to; null when it is none of those we know. */
export function typeOfHost(host: string): PlatformType | null {
  const name = host.toLowerCase().replace(/\.$/, '')
  const isOn = (known: string) => name === known || name.endsWith(`.${known}`)
  return TYPES.find((type) => PLATFORMS[type].hosts.some(isOn)) ?? null
}

/** Where a link leads, as it is stored. */
export interface Target {
  type: PlatformType
  url: string
  username: string | null
}

/**
 * Reads what was given as the url of a link: a full URL, whose host tells the type unless one is
 * given, or a username, which the platform's pattern makes a URL of. `fallback` is the type where
 * neither tells one. Either the target or what is wrong.
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
  const type = given ?? typeOfHost(new URL(url).hostname) ?? fallback
  if (type) return { type, url, username: null }
  return typeless('is required: the host of the url tells none')
}

function readUsername(text: string, type: PlatformType | null): Target | FieldError {
  const name = text.replace(/^@/, '')
  // Blanks, and what separates the parts of a URL, are in no platform's usernames.
  if (name === '' || name.length > USERNAME_MAX || /[\s\p{Cc}/\\:?#%"'<>]/u.test(name)) {
    const detail = 'must be an absolute http or https URL, or a plain username'
    return { field: 'url', code: 'invalid_url', detail }
  }
  if (!type) return typeless('is required with a username')
  const { label, username, url } = PLATFORMS[type]
  if (username.test(name)) return { type, url: url(name), username: name }
  const detail = `is not ${type === 'whatsapp' ? 'a telephone number' : 'a username'} of ${label}`
  return { field: 'url', code: 'invalid_username', detail }
}

/** Whether a text begins with a scheme, and so is no username. */
const isUrl = (text: string) => /^\s*[a-z][a-z0-9+.-]*:/i.test(text)

const typeless = (detail: string): FieldError => ({ field: 'type', code: 'required', detail })
