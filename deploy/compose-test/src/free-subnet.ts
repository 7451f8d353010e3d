import { existsSync, readFileSync } from 'node:fs'

const ROUTES = '/proc/net/route'
/** The first differs from the default of docker-compose.yml, which an instance here may use. */
const CANDIDATES = Array.from({ length: 40 }, (_, i) => 214 + i)

/**
 * A subnet of 256 IPv4 addresses that no route of this machine uses. Docker would accept a subnet
 * of a bridge that another engine left behind, but packets would go to that bridge.
 * @param routes the content of Linux's /proc/net/route
 */
export function freeSubnet(
  routes = existsSync(ROUTES) ? readFileSync(ROUTES, 'utf8') : '',
): string {
  // The second column is the destination in little-endian hexadecimal: 0000D60A is 10.214.0.0.
  const used = new Set(
    [...routes.matchAll(/^\S+\s+[0-9A-F]{4}([0-9A-F]{2})0A\s/gm)].map(([, it]) => it),
  )
  const hex = (octet: number) => octet.toString(16).toUpperCase()
  const free = CANDIDATES.find((octet) => !used.has(hex(octet)))
  if (!free) throw new Error('all subnets from 10.214.0.0 to 10.253.0.0 are in use')
  return `10.${free}.0.0/24`
}
