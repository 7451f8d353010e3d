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
  const kind = DEVICES[device.type ?? ''] ?? (system in PLATFORMS ? 'Desktop' : 'Unknown')
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

/** Systems of desks and laps, by the platform they belong to; other systems are their own platform. */
const PLATFORMS: Record<string, string> = {
  Windows: 'Windows',
  macOS: 'macOS',
  ChromeOS: 'ChromeOS',
  ...Object.fromEntries(
    [
      'Linux',
      'Ubuntu',
      'Debian',
      'Fedora',
      'CentOS',
      'RedHat',
      'SUSE',
      'Gentoo',
      'Arch',
      'Manjaro',
      'Mint',
      'Mageia',
      'Mandriva',
      'Slackware',
      'VectorLinux',
      'Raspbian',
      'Deepin',
      'elementary OS',
      'Sabayon',
      'Linpus',
      'Zenwalk',
      'Kubuntu',
      'Xubuntu',
      'Lubuntu',
      'PCLinuxOS',
      'GNU',
    ].map((name) => [name, 'Linux']),
  ),
  ...Object.fromEntries(
    ['FreeBSD', 'NetBSD', 'OpenBSD', 'DragonFly', 'PC-BSD', 'GhostBSD'].map((name) => [
      name,
      'BSD',
    ]),
  ),
  Solaris: 'Solaris',
  Haiku: 'Haiku',
}
