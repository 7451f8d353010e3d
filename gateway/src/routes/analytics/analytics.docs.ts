import { CLICK_FIELDS, DIMENSIONS } from '@fingerpost/protos/dimensions'
import type { Operations } from '../../schema/operation.schema.ts'

const page = <T>(item: T) => ({ items: [item], total: 1, offset: 0, limit: 25 })

const EXAMPLES: Record<string, unknown> = {
  id: '019aa0f2-8c1e-7a34-9d2f-5b0c4c1e7a11',
  link_id: '1024',
  domain_id: 1,
  domain: 'go.shop.example',
  slug: 'autumn',
  url: 'https://shop.example/autumn?color=red',
  created_at: '2026-11-20T11:59:58.120Z',
  updated_at: '2026-11-20T11:59:58.120Z',
  title: 'Autumn sale',
  ip: '203.0.113.9',
  color_scheme: null,
  is_mobile: false,
  is_eu: true,
  geo: { latitude: 50.08, longitude: 14.42, accuracy_radius: 20, time_zone: 'Europe/Prague' },
  query: { ref: 'footer' },
  is_bot: false,
  variant: '',
  trigger: 'link',
  opted_out: false,
  ...Object.fromEntries(Object.entries(DIMENSIONS).map(([name, { example }]) => [name, example])),
}
export const CLICK_EXAMPLE: Record<string, unknown> = Object.fromEntries(
  Object.keys(CLICK_FIELDS).map((name) => [name, EXAMPLES[name]]),
)

export const analyticsDocs: Operations = {
  'GET /analytics/clicks': {
    id: 'countClicks',
    summary: 'Clicks over time',
    description:
      'Intervals without clicks are left out. A visitor counts in the interval of their first click of the UTC day, so the intervals of a period can be summed. All intervals are answered unless page or limit is sent; page 0 then has the newest.',
    tag: 'Analytics',
    answer: [{ time: '2026-11-20T00:00:00+00:00', clicks: 42, visitors: 31 }],
    problems: ['invalid_period'],
  },
  'GET /analytics/series': {
    id: 'countClicksByLink',
    summary: 'Clicks over time of several links',
    description:
      'By id, for 1 to 100 links. Intervals without clicks are left out; a link without clicks, or an id of another team, has an empty list. A period may have 400 intervals, and any number of months.',
    tag: 'Analytics',
    answer: { 1024: [{ time: '2026-11-20T00:00:00+00:00', clicks: 42, visitors: 31 }], 1025: [] },
    problems: ['invalid_period'],
  },
  'GET /analytics/originals': {
    id: 'listOriginals',
    summary: 'Destinations by clicks',
    description: 'A link whose visitors went to several destinations appears once per destination.',
    tag: 'Analytics',
    answer: page({
      link_id: '1024',
      short_url: 'https://go.shop.example/autumn',
      url: 'https://shop.example/autumn?color=red',
      clicks: 42,
      visitors: 31,
      favicon: '/favicon/shop.example?t=1&s=0yNqzT0XcXyQ2oZgk9cE1w',
    }),
    problems: ['invalid_period'],
  },
  'GET /analytics/destinations': {
    id: 'listDestinations',
    summary: 'Links by clicks, with their destinations',
    description:
      'Most clicked link first, each with its ten most clicked destinations. `clicks` and `destination_count` include the destinations that are left out; `GET /analytics/originals?link_id=…` lists all of them.',
    tag: 'Analytics',
    answer: page({
      link_id: '1024',
      short_url: 'https://go.shop.example/autumn',
      favicon: '/favicon/shop.example?t=1&s=0yNqzT0XcXyQ2oZgk9cE1w',
      clicks: 42,
      visitors: 31,
      destination_count: 2,
      destinations: [
        { url: 'https://shop.example/autumn?color=red', clicks: 30, visitors: 24 },
        { url: 'https://shop.example/autumn', clicks: 12, visitors: 9 },
      ],
    }),
    problems: ['invalid_period'],
  },
  'GET /analytics/stream': {
    id: 'listClicks',
    summary: 'Every click, newest first',
    description:
      '`opted_out` is true if the visitor sent `Sec-GPC: 1` or `DNT: 1` and the instance honors it (`HONOUR_GPC`). Only time, link and country of such a click are stored; its other fields are empty.',
    tag: 'Analytics',
    answer: page(CLICK_EXAMPLE),
    problems: ['invalid_period'],
  },
  'GET /analytics/geo': {
    id: 'locateAddress',
    summary: 'Locate an IP address',
    description: 'Uses the City model of MaxMind. Unknown fields are omitted.',
    tag: 'Analytics',
    answer: {
      country: {
        geonameId: 3077311,
        isoCode: 'CZ',
        isInEuropeanUnion: true,
        names: { en: 'Czechia', de: 'Tschechien' },
      },
      traits: {
        isAnonymous: false,
        isAnonymousProxy: false,
        isAnonymousVpn: false,
        isAnycast: false,
        isHostingProvider: false,
        isLegitimateProxy: false,
        isPublicProxy: false,
        isResidentialProxy: false,
        isSatelliteProvider: false,
        isTorExitNode: false,
        ipAddress: '83.208.93.244',
        network: '83.208.0.0/16',
      },
      city: { geonameId: 3067696, names: { en: 'Prague' } },
    },
    problems: ['invalid_ip', 'geo_not_found', 'geo_database_unavailable'],
  },
}
