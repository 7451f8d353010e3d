const HUES = 360

/** Placeholder icon for a site: its first letter on a color derived from its name, as SVG. */
export function letterIcon(host: string): string {
  const name = host.replace(/^www\./, '')
  const letter = /[a-z0-9]/i.exec(name)?.[0]?.toUpperCase() ?? '•'
  const hue =
    [...name].reduce((sum, character) => sum * 31 + (character.codePointAt(0) ?? 0), 7) % HUES
  return (
    '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 32 32">' +
    `<rect width="32" height="32" rx="7" fill="hsl(${hue} 45% 42%)"/>` +
    '<text x="16" y="22" text-anchor="middle" font-family="system-ui,sans-serif" font-size="18" ' +
    `fill="#fff">${letter}</text></svg>`
  )
}

/** What is signed: a host, and the team that has links to it. */
export const signedText = (host: string, team: string): string => `${team} ${host}`

/** Path of the destination's favicon on this instance, with the team and their signature. */
export function faviconPath(
  destination: string,
  orgId: number,
  sign: (text: string) => string,
): string {
  const [host, team] = [URL.parse(destination)?.host || 'app', String(orgId)]
  return `/favicon/${encodeURIComponent(host)}?t=${team}&s=${sign(signedText(host, team))}`
}

/** Magic numbers of image types, in hex. SVG is excluded because it can contain scripts. */
const IMAGES: [type: string, start: RegExp][] = [
  ['image/png', /^89504e470d0a1a0a/],
  ['image/x-icon', /^00000100/],
  ['image/gif', /^47494638(37|39)61/],
  ['image/jpeg', /^ffd8ff/],
  ['image/webp', /^52494646.{8}57454250/],
]

/** The type of an image by its magic number, not by its Content-Type; undefined for other types. */
export function imageTypeOf(bytes: Uint8Array): string | undefined {
  const start = Buffer.from(bytes.subarray(0, 12)).toString('hex')
  return IMAGES.find(([, pattern]) => pattern.test(start))?.[0]
}
