import { isBot } from '@fingerpost/kit/visitor/bot'
import type { Click } from '@fingerpost/protos/click/v1/click'
import { describe, expect, it } from 'vitest'
import { Link } from '../links/link.rules.ts'
import { compactRecord } from '../links/record.rules.ts'
import { slugRecord } from '../testing/records.ts'
import { type PrivacyRule, toStoredClick } from './privacy.rules.ts'

const AGENT = 'Mozilla/5.0 (iPhone; CPU iPhone OS 17_1 like Mac OS X) AppleWebKit/605.1.15'
const LINK = {
  ...{ link_id: 5, org_id: 7, domain_id: 3, domain: 'go.example', slug: 's' },
  ...{ short_url: 'https://go.example/s', title: 'A page' },
}
const STORED = { id: 'a', created_at_ms: 1_700_000_000_000, ...LINK }
const VISITOR = {
  ...{ variant: 'ios', trigger: 'qr', ip: '83.208.93.244', user_agent: AGENT },
  ...{ accept_language: 'de', referer: 'https://news.example/', query: 'email=me@e.com' },
  ...{ color_scheme: 'dark', hints: { ua_model: 'Pixel 9' }, opted_out: false },
  ...{ utm_source: 'a', utm_medium: 'b', utm_campaign: 'c' },
  ...{ utm_term: 'd', utm_content: 'e', utm_reference: 'f', visitor: '3' },
}
const click: Required<Click> = { ...STORED, ...VISITOR, url: 'https://e.com/', place: undefined }

const plain = new Link(compactRecord(slugRecord({ slug: 's' })))
const ruled = new Link(
  compactRecord(
    slugRecord({
      slug: 's',
      rules: [{ variant: 'ios', url: 'https://ios.example/', when: { os: 'iOS' } as never }],
    }),
  ),
)
const rule: PrivacyRule = {
  honorsOptOut: true,
  storesFullAddress: true,
  truncate: (ip) => ip,
  placeOf: () => ({ continent: 'Europe', country: 'CZ', region: 'Prague', city: 'Prague' }),
  isBot,
  numberOf: ({ org_id, ip }) => `${org_id}${ip.replaceAll('.', '')}`,
}
const GPC = { 'sec-gpc': '1' }

describe('a click whose visitor opted out', () => {
  it.each([GPC, { dnt: '1' }])('keeps only time, link and country (%o)', (headers) => {
    expect(
      Object.entries(toStoredClick(click, plain, headers, rule)).filter(([, it]) => it),
    ).toEqual(
      Object.entries({
        ...STORED,
        url: 'https://e.com/',
        user_agent: 'Mozilla/5.0',
        place: { continent: 'Europe', country: 'CZ', region: '', city: '' },
        opted_out: true,
      }),
    )
  })

  it('does not keep a destination that may depend on the visitor', () => {
    expect(toStoredClick(click, ruled, GPC, rule).url).toBe('')
  })

  it('remains a click of a bot', () => {
    const bot = { ...click, user_agent: 'Googlebot/2.1 (+http://www.google.com/bot.html)' }
    expect(isBot(toStoredClick(bot, plain, GPC, rule).user_agent)).toBe(true)
    expect(isBot(toStoredClick(click, plain, GPC, rule).user_agent)).toBe(false)
  })
})

it.each([{}, { 'sec-gpc': '0' }, { dnt: '0' }, { dnt: 'unspecified' }])(
  'a click is stored whole with the headers %o',
  (headers) =>
    expect(toStoredClick(click, plain, headers, rule)).toEqual({
      ...click,
      visitor: '78320893244',
    }),
)

it('both signals are ignored unless HONOUR_GPC is set', () => {
  const headers = { ...GPC, dnt: '1' }
  const stored = toStoredClick(click, plain, headers, { ...rule, honorsOptOut: false })
  expect(stored).toEqual({ ...click, visitor: '78320893244' })
})

it('the visitor is numbered by the complete address, of which less is kept', () => {
  const { ip, visitor } = toStoredClick(
    click,
    plain,
    {},
    { ...rule, storesFullAddress: false, truncate: () => '' },
  )
  expect({ ip, visitor }).toEqual({ ip: '', visitor: '78320893244' })
})
