import { text } from '#messages/account.ts'

/** The first that matches: most browsers also send the names of others. */
const BROWSERS = [
  ['Edge', /\bEdg(e|A|iOS)?\//],
  ['Opera', /\bOPR\//],
  ['Firefox', /\b(Firefox|FxiOS)\//],
  ['Chrome', /\b(Headless)?(Chrome|CriOS)\//],
  ['Safari', /\bSafari\//],
] as const
const SYSTEMS = [
  ['Android', /\bAndroid\b/],
  ['iOS', /\b(iPhone|iPad|iPod)\b/],
  ['Windows', /\bWindows\b/],
  ['macOS', /\bMac OS X\b/],
  ['ChromeOS', /\bCrOS\b/],
  ['Linux', /\bLinux\b/],
] as const

/** The browser and system of a user agent: `Firefox on Linux`. */
export function browserName(userAgent: string): string {
  const [browser] = BROWSERS.find(([, mark]) => mark.test(userAgent)) ?? []
  const [system] = SYSTEMS.find(([, mark]) => mark.test(userAgent)) ?? []
  if (browser && system) return text.browserOn({ browser, system })
  return browser ?? system ?? text.otherBrowser
}
