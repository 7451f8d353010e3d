import type { GeoIp } from '@fingerpost/kit/geo/geoip'
import { type AddressPrecision, truncateAddress } from '@fingerpost/kit/net/ip'
import { NO_AGENT } from '@fingerpost/kit/visitor/agent'
import { isBot } from '@fingerpost/kit/visitor/bot'
import { placeOf } from '@fingerpost/kit/visitor/place'
import type { Click } from '@fingerpost/protos/click/v1/click'
import type { ClickRow } from './click.schema.ts'
import { cachedAgentOf, cachedLanguageOf, cachedRefererOf } from './enrich/header.cache.ts'
import { placeColumns } from './enrich/location.rules.ts'
import { queryOf } from './enrich/query.rules.ts'

/** One enrichment step. It gets the columns that the previous steps derived. */
export interface Step {
  name: string
  /** The values of its columns if `derive` throws. */
  empty: Partial<ClickRow>
  derive: (click: Click, found: Partial<ClickRow>) => Partial<ClickRow>
}

/** All enrichment steps, in order. */
export const enrichment = (
  geoip: Pick<GeoIp, 'locate'>,
  precision: AddressPrecision,
): readonly Step[] => [
  {
    name: 'location', // redirect locates addresses that it does not pass on
    empty: placeColumns(undefined),
    derive: ({ ip, place }) =>
      placeColumns(place ?? placeOf(ip ? geoip.locate(ip)?.record : undefined)),
  },
  {
    name: 'bot',
    empty: { is_bot: false },
    derive: ({ user_agent }) => ({ is_bot: isBot(user_agent) }),
  },
  {
    name: 'agent',
    empty: NO_AGENT,
    derive: ({ user_agent, hints }) => cachedAgentOf(user_agent, hints),
  },
  {
    name: 'device',
    empty: {},
    derive: (_, { is_bot }) => (is_bot ? { device: 'Bot', is_mobile: false } : {}),
  },
  {
    name: 'language',
    empty: { language: '' },
    derive: (click) => ({ language: cachedLanguageOf(click.accept_language) }),
  },
  {
    name: 'referer',
    empty: { referer: '' },
    derive: (click) => ({ referer: cachedRefererOf(click.referer) }),
  },
  { name: 'query', empty: { query: '{}' }, derive: (click) => ({ query: queryOf(click.query) }) },
  {
    name: 'opt-out', // an empty field of the click means its most common value
    empty: {},
    derive: ({ opted_out }) => (opted_out ? { variant: '', trigger: '' } : {}),
  },
  {
    name: 'address', // after the location step
    empty: { ip: '' },
    derive: ({ ip }) => ({ ip: truncateAddress(ip, precision) }),
  },
]
