import { LRUCache } from 'lru-cache'
import UAParser from 'ua-parser-js'

/** What a user agent tells. Empty where it tells nothing. */
export interface Agent {
  browser: string
  os: string
  device: string
  brand: string
  platform: string
  is_mobile: boolean
}

const known = new LRUCache<string, Agent>({ max: 10_000 })

/** Parsing costs about 50 microseconds, an agent seen lately nothing. At most 512 characters come in. */
export function agentOf(userAgent: string): Agent {
  let agent = known.get(userAgent)
  if (!agent) {
    agent = parse(userAgent)
    known.set(userAgent, agent)
  }
  return agent
}

function parse(userAgent: string): Agent {
  const { browser, os, device } = UAParser(userAgent)
  const system = SYSTEM_NAMES[os.name ?? ''] ?? os.name ?? ''
  const kind = DEVICES[device.type ?? ''] ?? USUAL_DEVICE[PLATFORMS[system] ?? system] ?? 'Unknown'
  return {
    browser: browser.name ?? '',
    os: system,
    device: kind,
    brand: device.vendor ?? '',
    platform: PLATFORMS[system] ?? system,
    is_mobile: kind === 'Mobile' || kind === 'Tablet' || kind === 'Wearable',
  }
}

/** Device classes by ua-parser-js' device types. */
const DEVICES: Record<string, string> = {
  mobile: 'Mobile',
  tablet: 'Tablet',
  smarttv: 'TV',
  console: 'Console',
  wearable: 'Wearable',
}

const SYSTEM_NAMES: Record<string, string> = { 'Mac OS': 'macOS', 'Chromium OS': 'ChromeOS' }

/** What a system runs on when the agent does not say. */
const USUAL_DEVICE: Record<string, string> = {
  Windows: 'Desktop',
  macOS: 'Desktop',
  ChromeOS: 'Desktop',
  Linux: 'Desktop',
  BSD: 'Desktop',
  Solaris: 'Desktop',
  Android: 'Mobile',
  iOS: 'Mobile',
}

const LINUX =
  'Ubuntu Debian Fedora CentOS RedHat SUSE Gentoo Arch Manjaro Mint Mageia Mandriva Slackware Raspbian Deepin Sabayon Linpus Zenwalk Kubuntu Xubuntu Lubuntu PCLinuxOS GNU'
const BSD = 'FreeBSD NetBSD OpenBSD DragonFly PC-BSD GhostBSD'

/** The platform of a system; every other system is its own. */
const PLATFORMS: Record<string, string> = Object.fromEntries([
  ...LINUX.split(' ').map((name) => [name, 'Linux']),
  ...BSD.split(' ').map((name) => [name, 'BSD']),
])
