import type { CityRecord } from '@fingerpost/kit/geo/city'
import type { GeoIp } from '@fingerpost/kit/geo/geoip'
import type { Condition } from '@fingerpost/protos/conditions'
import { openTraits } from '../rules/traits.adapter.ts'
import { Visitor } from '../rules/visitor.rules.ts'

export const IPHONE =
  'Mozilla/5.0 (iPhone; CPU iPhone OS 18_5 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.5 Mobile/15E148 Safari/604.1'
export const UBUNTU =
  'Mozilla/5.0 (X11; Ubuntu; Linux x86_64; rv:133.0) Gecko/20100101 Firefox/133.0'

const named = (en: string, names: Record<string, string> = {}) => ({
  geoname_id: 1,
  names: { en, ...names },
})
const MUNICH: CityRecord = {
  country: { ...named('Germany'), iso_code: 'DE' },
  subdivisions: [{ ...named('Bavaria', { de: 'Bayern' }), iso_code: 'BY' }],
  city: named('Munich', { de: 'München' }),
}
const geo: Pick<GeoIp, 'locate'> = {
  locate: (ip) => (ip === '192.0.2.7' ? { record: MUNICH, network: '192.0.2.0/24' } : undefined),
}
const traits = openTraits('secret', geo, () => geo)

/** What a visitor sends. */
export interface Seen {
  agent?: string
  language?: string
  referer?: string
  query?: string
  ip?: string
  at?: string
  hints?: Record<string, string>
}
/** A visitor from Munich at 192.0.2.7, and from nowhere at other addresses. */
export const visitor = ({
  agent,
  language,
  referer,
  query = '',
  ip = '',
  at = '2026-11-20T12:00Z',
  hints,
}: Seen) =>
  new Visitor(
    {
      nowMs: Date.parse(at),
      counts: true,
      query,
      headers: { 'user-agent': agent, 'accept-language': language, referer, ...hints },
      ip,
      linkId: 1,
    },
    traits,
  )

export const weekly = (days: string, from: string, to: string, timezone = 'UTC') =>
  ({ type: 'weekly', days: days.split(' '), from, to, timezone }) as Condition
export const any = (type: string, ...is: string[]) => ({ type, is }) as Condition
export const query = (rest: object) => ({ type: 'query', name: 'a', ...rest }) as Condition
export const at = (type: string, time: string) => ({ type, at: time }) as Condition
export const BOT: Condition = { type: 'bot' }

/** A rule as the API has it. */
export const rule = (id: number, ...when: Condition[]) => ({
  id,
  url: `https://${id}.example/`,
  name: '',
  when,
})
