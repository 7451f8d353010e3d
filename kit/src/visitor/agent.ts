import UAParser from 'ua-parser-js'
import { namedDevice } from './device.ts'
import { genericClient } from './generic-client.ts'

/** The client hints of a visitor. */
interface Hints {
  ua?: string | undefined
  ua_mobile?: string | undefined
  ua_platform?: string | undefined
  ua_model?: string | undefined
}

/** Properties of a user agent; empty if unknown. */
export interface Agent {
  browser: string
  os: string
  device: string
  brand: string
  platform: string
  is_mobile: boolean
}

/** The properties of an unknown user agent. */
export const NO_AGENT: Agent = {
  browser: '',
  os: '',
  device: 'Unknown',
  brand: '',
  platform: '',
  is_mobile: false,
}

/**
 * Parses a user agent of at most 512 characters in about 50 microseconds. Client hints are
 * preferred if they are more specific, because browsers have gradually reduced the user agent.
 */
export const agentOf = (userAgent: string, hints?: Hints): Agent =>
  hints ? refine(parse(userAgent), hints) : parse(userAgent)

/** Adds what is missing in the user agent, or is the same for all Chromium-based browsers. */
function refine(
  agent: Agent,
  { ua = '', ua_mobile, ua_platform = '', ua_model = '' }: Hints,
): Agent {
  const hinted = unquote(ua_platform)
  const os =
    agent.os === '' || agent.os === 'Linux' ? (HINTED_SYSTEMS.get(hinted) ?? agent.os) : agent.os
  const platform = PLATFORMS.get(os) ?? os
  const usual = USUAL_DEVICE.get(platform) ?? 'Unknown'
  const device = os === agent.os && agent.device !== 'Unknown' ? agent.device : usual
  const model = unquote(ua_model)
  const named = os === 'Android' ? namedDevice(`Android; ${model}`) : undefined
  const kind = named ?? HINTED_DEVICE.get(`${device} ${ua_mobile}`) ?? device
  const browser = agent.browser === 'Chrome' ? (brandOf(ua) ?? agent.browser) : agent.browser
  return {
    browser,
    os,
    device: kind,
    brand: agent.brand || (model && parse(`Mozilla/5.0 (Linux; Android 10; ${model})`).brand),
    platform,
    is_mobile: isMobile(kind),
  }
}

const unquote = (text: string) => text.replace(/^"(.*)"$/, '$1').replace(/[^\w .()+-]/g, '')

/** Device classes by the class from the user agent and `Sec-CH-UA-Mobile`, `?0` on tablets. */
const HINTED_DEVICE = table({
  'Desktop ?1': 'Mobile',
  'Unknown ?1': 'Mobile',
  'Mobile ?0': 'Tablet',
})

/** Browsers with the user agent of Chrome, by their brand in `Sec-CH-UA`. */
const BRANDS = table({
  Brave: 'Brave',
  DuckDuckGo: 'DuckDuckGo',
  'Microsoft Edge': 'Edge',
  Opera: 'Opera',
  'Opera GX': 'Opera GX',
  'Samsung Internet': 'Samsung Internet',
  Vivaldi: 'Vivaldi',
  YaBrowser: 'Yandex',
})

const brandOf = (ua: string): string | undefined =>
  [...ua.matchAll(/"([^"]*)"/g)].flatMap(([, brand = '']) => BRANDS.get(brand) ?? [])[0]

const isMobile = (kind: string) => kind === 'Mobile' || kind === 'Tablet' || kind === 'Wearable'

function parse(userAgent: string): Agent {
  const { browser, os, device } = UAParser(userAgent)
  const system = SYSTEM_NAMES.get(os.name ?? '') ?? os.name ?? ''
  const parsed = DEVICES.get(device.type ?? '')
  const kind =
    (parsed === 'Console' || parsed === 'Wearable' ? parsed : namedDevice(userAgent)) ??
    parsed ??
    USUAL_DEVICE.get(PLATFORMS.get(system) ?? system) ??
    'Unknown'
  return {
    browser: browser.name ?? genericClient(userAgent) ?? '',
    os: system,
    device: kind,
    brand: device.vendor ?? '',
    platform: PLATFORMS.get(system) ?? system,
    is_mobile: isMobile(kind),
  }
}

/** A map instead of an object, because names from requests must not match inherited properties. */
function table(entries: Record<string, string>): ReadonlyMap<string, string> {
  return new Map(Object.entries(entries))
}

/** Device classes by ua-parser-js' device types. */
const DEVICES = table({
  mobile: 'Mobile',
  tablet: 'Tablet',
  smarttv: 'TV',
  console: 'Console',
  wearable: 'Wearable',
})

const SYSTEM_NAMES = table({ 'Mac OS': 'macOS', 'Chromium OS': 'ChromeOS' })

/** Systems by `Sec-CH-UA-Platform`. */
const HINTED_SYSTEMS = table({
  Android: 'Android',
  'Chrome OS': 'ChromeOS',
  'Chromium OS': 'ChromeOS',
  iOS: 'iOS',
  Linux: 'Linux',
  macOS: 'macOS',
  Windows: 'Windows',
})

/** The default device class of a system. */
const USUAL_DEVICE = table({
  Windows: 'Desktop',
  macOS: 'Desktop',
  ChromeOS: 'Desktop',
  Linux: 'Desktop',
  OpenHarmony: 'Desktop',
  BSD: 'Desktop',
  Solaris: 'Desktop',
  Android: 'Mobile',
  iOS: 'Mobile',
})

const LINUX =
  'Ubuntu Debian Fedora CentOS RedHat SUSE Gentoo Arch Manjaro Mint Mageia Mandriva Slackware Raspbian Deepin Sabayon Linpus Zenwalk Kubuntu Xubuntu Lubuntu PCLinuxOS GNU'
const BSD = 'FreeBSD NetBSD OpenBSD DragonFly PC-BSD GhostBSD'

/** The platform of a system; for all other systems, it is the system itself. */
const PLATFORMS = new Map([
  ...LINUX.split(' ').map((name) => [name, 'Linux'] as const),
  ...BSD.split(' ').map((name) => [name, 'BSD'] as const),
])
