import { isBot } from '@fingerpost/kit/bot'
import type { GeoIp } from '@fingerpost/kit/geoip'
import { canonicalAddress, networkOf } from '@fingerpost/kit/ip'
import type { Click } from '@fingerpost/protos/click/v1/click'
import type { ClickRow } from '../click.repository.ts'
import { agentOf } from './agent.rules.ts'
import { languageOf } from './language.rules.ts'
import { placeOf } from './location.rules.ts'
import { queryOf } from './query.rules.ts'
import { refererOf } from './referer.rules.ts'

/** One thing that is derived of a click. It sees what the steps before it found. */
export interface Step {
  name: string
  derive: (click: Click, found: Partial<ClickRow>) => Partial<ClickRow>
}

/** What is kept of an address. */
export type KeptAddress = 'full' | 'truncated' | 'none'

/** Everything the worker adds to a click, in this order. */
export const enrichment = (geoip: GeoIp | undefined, keep: KeptAddress): readonly Step[] => [
  { name: 'location', derive: ({ ip }) => placeOf(ip ? geoip?.locate(ip)?.record : undefined) },
  { name: 'bot', derive: ({ userAgent }) => ({ is_bot: isBot(userAgent) }) },
  { name: 'agent', derive: ({ userAgent }) => agentOf(userAgent) },
  {
    name: 'device',
    derive: (_, { is_bot }) => (is_bot ? { device: 'Bot', is_mobile: false } : {}),
  },
  { name: 'language', derive: (click) => ({ language: languageOf(click.acceptLanguage) }) },
  { name: 'referer', derive: (click) => ({ referer: refererOf(click.referer) }) },
  { name: 'query', derive: (click) => ({ query: queryOf(click.query) }) },
  { name: 'address', derive: ({ ip }) => ({ ip: keptAddress(ip, keep) }) }, // after it was located
]

/** Empty for what is not an address. */
export function keptAddress(ip: string, keep: KeptAddress): string {
  const address = keep === 'none' ? undefined : canonicalAddress(ip)
  if (address === undefined) return ''
  if (keep === 'full') return address
  return networkOf(address, address.includes(':') ? 48 : 24).replace(/\/\d+$/, '')
}
