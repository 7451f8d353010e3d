/** The error in a destination URL. */
export interface UrlFault {
  code: 'invalid_url' | 'url_too_long' | 'credentials_not_allowed'
  detail: string
}

export const URL_MAX = 8_192

/** Allowed app schemes for phones; all other schemes except http(s) are rejected. */
export const APP_SCHEMES: ReadonlySet<string> = new Set(
  (
    'android-app: fb: instagram: intent: itms: itms-apps: itms-appss: market: spotify: tg: tiktok: ' +
    'twitter: vnd.youtube: whatsapp: youtube:'
  ).split(' '),
)

const fault = (detail: string): UrlFault => ({ code: 'invalid_url', detail })
const TOO_LONG: UrlFault = {
  code: 'url_too_long',
  detail: `must not be longer than ${URL_MAX} characters after percent-encoding`,
}

/**
 * Checks a destination: an absolute http or https URL (with `apps` also that of a known app) in
 * which all parsers find the same host. Its length is that of its stored form, which is therefore
 * always valid, too. Returns undefined if it is valid.
 */
export function checkUrl(text: string, { apps = false } = {}): UrlFault | undefined {
  if (text.length > URL_MAX) return TOO_LONG
  return checkForm(text, apps) ?? (canonicalUrl(text).length > URL_MAX ? TOO_LONG : undefined)
}

function checkForm(text: string, apps: boolean): UrlFault | undefined {
  // biome-ignore lint/suspicious/noControlCharactersInRegex: those are what is looked for.
  if (/[\u0000-\u001f\u007f-\u009f]|^\s|\s$/u.test(text)) {
    return fault('must not contain control characters or surrounding whitespace')
  }
  const scheme = /^([a-z][a-z0-9+.-]*:)/i.exec(text)?.[1]?.toLowerCase() ?? ''
  if (apps && APP_SCHEMES.has(scheme)) {
    if (!URL.canParse(text) || text.length === scheme.length) return fault('is not a URL')
    return checkInner(text)
  }
  const authority = /^https?:\/\/([^/?#]*)/i.exec(text)?.[1]
  if (!authority) return fault('must be an absolute http or https URL')
  if (text.includes('\\')) return fault('must not contain a backslash')
  if (authority.includes('@')) {
    return { code: 'credentials_not_allowed', detail: 'must not contain a user name or password' }
  }
  const url = URL.parse(text)
  if (!url) return fault('is not a valid URL')
  return isHost(url.hostname) ? undefined : fault('has a host name that is not valid')
}

/**
 * URLs that run code or read files where they are opened, after the scheme, at the start of a value, or after
 * a slash. `data:` counts with what can follow it in a URL, as `file:` does, because texts have these words, too.
 */
const UNSAFE =
  /(?:(?:^[a-z\d+.-]+:|[=;?#&])[\s+]*|[:/])(?:javascript:|vbscript:|data:(?:[\w.+-]*[,;/]|\s+[\w.+-]+\/)|file:\/|content:\/|blob:|filesystem:|chrome:\/|(?:chrome|moz|safari-web|ms-browser)-extension:)/i
/** Schemes that intents name without a colon: android-app://package/scheme/host. */
const UNSAFE_SCHEME =
  /(?:;scheme=|^android-app:\/\/[^/]*\/)(?:javascript|vbscript|data|file|content|blob|filesystem)(?:[;/?#]|$)/i

const EXTRA = /[;#]([^;#=]*)=/g

/** The fallbacks in a URL of an app, whose names and values Android decodes once. */
const fallbacksOf = (text: string): string[] =>
  [...text.matchAll(EXTRA)]
    .filter(([, name = '']) => decoded(name).toLowerCase() === 's.browser_fallback_url')
    .map(({ 0: extra, index }) => decoded(text.slice(index + extra.length).split(';', 1)[0] ?? ''))

/** The URL that a browser opens if the app of a URL is not installed. */
export const fallbackOf = (text: string): string | undefined => fallbacksOf(text)[0]

/** How often values in values may be encoded. */
const DECODED_MAX = 5

/**
 * Checks the URLs in a URL of an app: a fallback is a destination, and no value has an unsafe scheme,
 * however often it is encoded.
 */
function checkInner(text: string): UrlFault | undefined {
  let form = text
  for (let times = 0; ; times++) {
    const next = decoded(form)
    const seen = form.replace(/\p{Cc}/gu, '') // URL parsers skip tabs and line breaks
    const unsafe = UNSAFE.test(seen) || UNSAFE_SCHEME.test(seen)
    if (unsafe || (next !== form && times === DECODED_MAX)) return fault('contains an unsafe URL')
    if (next === form) break
    form = next
  }
  const [fallback, ...more] = fallbacksOf(text)
  if (more.length > 0) return fault('has more than one browser_fallback_url')
  const inner = fallback === undefined ? undefined : checkForm(fallback, false)
  return inner && { ...inner, detail: `has a browser_fallback_url that ${inner.detail}` }
}

/** Decoded escapes, except those that are not UTF-8. */
const decoded = (text: string): string =>
  text.replace(/%[0-7][\da-f]|(?:%[89a-f][\da-f])+/gi, (escapes) => {
    try {
      return decodeURIComponent(escapes)
    } catch {
      return escapes
    }
  })

/** DNS limits on lengths and hyphens (RFC 1035 §2.3.4), which the URL parser does not check. */
function isHost(hostname: string): boolean {
  if (hostname.startsWith('[')) return true
  const name = hostname.replace(/\.$/, '')
  return (
    name.length <= 253 &&
    name.split('.').every((label) => label.length <= 63 && /^[^-]/.test(label) && !/-$/.test(label))
  )
}

const DOT_SEGMENT = /^[^?#]*\/(?:\.|%2e){1,2}(?:[/?#]|$)/i

/** Whether a path has a segment `.` or `..`, which browsers resolve (RFC 3986 §5.2.4). */
export const hasDotSegment = (target: string): boolean => DOT_SEGMENT.test(target)

/**
 * The stored form of a checked destination: the original bytes if they are ASCII and the host is
 * already canonical; else as serialized by the URL standard.
 */
export function canonicalUrl(text: string): string {
  const authority = /^https?:\/\/([^/?#]*)/i.exec(text)?.[1]?.toLowerCase()
  if (!/^[\x21-\x7e]+$/.test(text)) return new URL(text).href
  if (authority === undefined) return text
  const { hostname } = new URL(text)
  return authority.replace(/:\d*$/, '') === hostname ? text : new URL(text).href
}
