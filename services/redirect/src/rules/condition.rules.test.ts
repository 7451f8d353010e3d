import { CONDITION_TYPES, type Condition } from '@fingerpost/protos/conditions'
import { describe, expect, it } from 'vitest'
import { Link } from '../links/link.rules.ts'
import { compactRecord } from '../links/record.rules.ts'
import { slugRecord } from '../testing/records.ts'
import {
  any,
  at,
  BOT,
  IPHONE,
  query,
  rule,
  type Seen,
  UBUNTU,
  visitor,
  weekly,
} from '../testing/visitors.ts'
import { actualOf, meets } from './condition.rules.ts'
import { explainRules } from './explain.rules.ts'
import { chooseDestination } from './resolve.rules.ts'

const BERLIN = 'Europe/Berlin'

/** A condition, a visitor, whether it holds, and what the visitor has. */
const ROWS: [condition: Condition, seen: Seen, holds: boolean, actual: string][] = [
  [any('device', 'Mobile', 'Tablet'), { agent: IPHONE }, true, 'Mobile'],
  [any('device', 'Desktop'), { agent: IPHONE }, false, 'Mobile'],
  [any('device', 'Desktop'), {}, false, 'Unknown'],
  [any('device', 'Unknown'), { agent: '\u00ff;;(((' }, true, 'Unknown'],
  [any('os', 'ios'), { agent: IPHONE }, true, 'iOS'],
  [any('os', 'Linux'), { agent: UBUNTU }, true, 'Ubuntu, Linux'],
  [any('os', 'Ubuntu'), { agent: UBUNTU }, true, 'Ubuntu, Linux'],
  [any('os', 'Android'), { agent: IPHONE }, false, 'iOS'],
  [any('os', 'Android'), {}, false, ''],
  [any('os', 'Android'), { hints: { 'sec-ch-ua-platform': '"Android"' } }, true, 'Android'],
  [any('browser', 'firefox'), { agent: UBUNTU }, true, 'Firefox'],
  [any('browser', 'Chrome'), { agent: UBUNTU }, false, 'Firefox'],
  [any('browser', 'Chrome'), {}, false, ''],
  [any('language', 'de'), { language: 'de-CH, de;q=0.9, en;q=0.8' }, true, 'de-ch'],
  [any('language', 'de-CH'), { language: 'de-CH' }, true, 'de-ch'],
  [any('language', 'de-CH'), { language: 'de' }, false, 'de'],
  [any('language', 'de'), { language: 'en;q=0.5, de;q=0.7' }, true, 'de'],
  [any('language', 'en'), { language: 'en;q=0.5, de;q=0.7' }, false, 'de'],
  [any('language', 'de'), { language: 'den' }, false, 'den'],
  [any('language', 'de'), {}, false, ''],
  [any('language', 'de'), { language: ';q=zz,*,de;q=0' }, false, ''],
  [any('country', 'FR', 'DE'), { ip: '192.0.2.7' }, true, 'DE'],
  [any('country', 'FR'), { ip: '192.0.2.7' }, false, 'DE'],
  [any('country', 'FR'), {}, false, ''],
  [any('country', 'FR'), { ip: 'nonsense' }, false, ''],
  [any('region', 'bavaria'), { ip: '192.0.2.7' }, true, 'Bavaria, Bayern, DE-BY'],
  [any('region', 'Bayern'), { ip: '192.0.2.7' }, true, 'Bavaria, Bayern, DE-BY'],
  [any('region', 'DE-BY'), { ip: '192.0.2.7' }, true, 'Bavaria, Bayern, DE-BY'],
  [any('region', 'DE-BE'), { ip: '192.0.2.7' }, false, 'Bavaria, Bayern, DE-BY'],
  [any('region', 'DE-BE'), {}, false, ''],
  [any('city', 'MÜNCHEN'), { ip: '192.0.2.7' }, true, 'Munich, München'],
  [any('city', 'Berlin'), { ip: '192.0.2.7' }, false, 'Munich, München'],
  [any('city', 'Berlin'), {}, false, ''],
  [
    any('referer', 'news.example'),
    { referer: 'https://www.News.example/a?b' },
    true,
    'news.example',
  ],
  [any('referer', 'news.example'), { referer: 'https://m.news.example/' }, true, 'm.news.example'],
  [
    any('referer', 'news.example'),
    { referer: 'https://fakenews.example/' },
    false,
    'fakenews.example',
  ],
  [any('referer', 'news.example'), {}, false, ''],
  [any('referer', 'news.example'), { referer: 'news.example' }, false, ''],
  [query({ is: ['x', 'y'] }), { query: 'a=z&a=y' }, true, 'z, y'],
  [query({ is: ['x'] }), { query: 'a=X' }, false, 'X'],
  [query({ is: ['x'] }), { query: 'A=x' }, false, ''],
  [query({ is: ['ä b'] }), { query: 'a=%C3%A4+b' }, true, 'ä b'],
  [query({ is: ['x'] }), {}, false, ''],
  [query({ present: true }), { query: 'b&a' }, true, ''],
  [query({ present: true }), { query: 'ab=1' }, false, ''],
  [query({ absent: true }), { query: 'b=1' }, true, ''],
  [query({ absent: true }), { query: 'a=%' }, false, '%'],
  [any('ip', '192.0.2.0/24'), { ip: '192.0.2.7' }, true, '192.0.2.7'],
  [any('ip', '192.0.2.0/24'), { ip: '192.0.3.7' }, false, '192.0.3.7'],
  [any('ip', '2001:db8::/32'), { ip: '2001:db8:1::1' }, true, '2001:db8:1::1'],
  [any('ip', '2001:db8::/32', '0.0.0.0/0'), { ip: '2001:db9::1' }, false, '2001:db9::1'],
  [any('ip', '0.0.0.0/0'), {}, false, ''],
  [at('after', '2026-11-20T12:00:00.000Z'), {}, true, '2026-11-20T12:00:00.000Z'],
  [at('after', '2026-11-20T12:00:00.001Z'), {}, false, '2026-11-20T12:00:00.000Z'],
  [at('before', '2026-11-20T12:00:00.001Z'), {}, true, '2026-11-20T12:00:00.000Z'],
  [at('before', '2026-11-20T12:00:00.000Z'), {}, false, '2026-11-20T12:00:00.000Z'],
  // 2026-11-20 is a Friday.
  [weekly('fri', '12:00', '12:01'), {}, true, 'fri 12:00'],
  [weekly('fri', '11:00', '12:00'), {}, false, 'fri 12:00'],
  [weekly('thu sat', '00:00', '24:00'), {}, false, 'fri 12:00'],
  [weekly('fri', '13:00', '14:00', BERLIN), {}, true, 'fri 13:00'],
  [weekly('sat', '00:30', '01:00', 'Asia/Kolkata'), { at: '2026-11-20T19:00Z' }, true, 'sat 00:30'],
  // Over midnight: a span belongs to the day on which it begins.
  [weekly('fri', '22:00', '06:00'), { at: '2026-11-21T05:59Z' }, true, 'sat 05:59'],
  [weekly('fri', '22:00', '06:00'), { at: '2026-11-21T06:00Z' }, false, 'sat 06:00'],
  [weekly('fri', '22:00', '06:00'), { at: '2026-11-20T05:59Z' }, false, 'fri 05:59'],
  [weekly('sun', '22:00', '06:00'), { at: '2026-11-23T01:00Z' }, true, 'mon 01:00'],
  // Clocks go from 02:00 to 03:00 on 2026-03-29, and from 03:00 to 02:00 on 2026-10-25.
  [weekly('sun', '02:00', '03:00', BERLIN), { at: '2026-03-29T00:59Z' }, false, 'sun 01:59'],
  [weekly('sun', '02:00', '03:00', BERLIN), { at: '2026-03-29T01:00Z' }, false, 'sun 03:00'],
  [weekly('sun', '02:30', '03:30', BERLIN), { at: '2026-03-29T01:00Z' }, true, 'sun 03:00'],
  [weekly('sun', '02:00', '03:00', BERLIN), { at: '2026-10-25T00:30Z' }, true, 'sun 02:30'],
  [weekly('sun', '02:00', '03:00', BERLIN), { at: '2026-10-25T01:30Z' }, true, 'sun 02:30'],
  [weekly('sun', '02:00', '03:00', BERLIN), { at: '2026-10-25T02:00Z' }, false, 'sun 03:00'],
  [BOT, { agent: 'Googlebot/2.1' }, true, 'true'],
  [BOT, { agent: UBUNTU }, false, 'false'],
  [BOT, {}, true, 'true'],
]

describe('a condition', () => {
  it.each(ROWS)('%j for %j: %j', (condition, seen, holds, actual) => {
    expect(meets(condition, visitor(seen))).toBe(holds)
    expect(meets({ ...condition, not: true }, visitor(seen))).toBe(!holds)
    expect(actualOf(condition, visitor(seen))).toBe(actual)
  })

  it('of every type has rows in which it holds, and rows in which it does not', () => {
    for (const holds of [true, false]) {
      const types = new Set(ROWS.filter((row) => row[2] === holds).map(([{ type }]) => type))
      expect([...types].toSorted()).toEqual([...CONDITION_TYPES].toSorted())
    }
  })
})

const linkWith = (...typed: ReturnType<typeof rule>[]) =>
  new Link(
    compactRecord(
      slugRecord({
        typed,
        url: 'https://main.example/',
        ios: 'https://ios.example/',
        geo: [{ id: 90, country: 'DE', url: 'https://de.example/' }],
      }),
    ),
  )
const variantFor = (link: Link, seen: Seen) => chooseDestination(link, visitor(seen)).variant

describe('the rules of a link', () => {
  const link = linkWith(
    rule(1, any('language', 'de'), any('country', 'DE')),
    rule(2, query({ present: true })),
    rule(3, BOT),
  )

  it.each([
    ['the first rule that matches', { language: 'de', ip: '192.0.2.7', query: 'a' }, 'rule:1'],
    ['rules before phones', { agent: IPHONE, query: 'a' }, 'rule:2'],
    ['phones if no rule matches', { agent: IPHONE, language: 'de' }, 'ios'],
    ['countries if no rule matches', { agent: UBUNTU, ip: '192.0.2.7' }, 'geo:90'],
    ['a rule for bots', { agent: 'Googlebot/2.1', ip: '192.0.2.7' }, 'rule:3'],
    ['the main destination at the end', { agent: UBUNTU, language: 'de' }, 'main'],
  ])('choose %s', (_, seen, variant) => {
    expect(variantFor(link, seen)).toBe(variant)
  })

  it('are explained with what the visitor has', () => {
    expect(explainRules(link, visitor({ language: 'de-AT', agent: UBUNTU }))).toEqual([
      {
        id: 1,
        matches: false,
        when: [
          { type: 'language', holds: true, actual: 'de-at' },
          { type: 'country', holds: false, actual: '' },
        ],
      },
      { id: 2, matches: false, when: [{ type: 'query', holds: false, actual: '' }] },
      { id: 3, matches: false, when: [{ type: 'bot', holds: false, actual: 'false' }] },
    ])
  })

  it('with a condition that only a later release knows are ignored', () => {
    const later = rule(1, { type: 'moon' } as never)
    expect(variantFor(linkWith(later, rule(2, BOT)), {})).toBe('rule:2')
    expect(variantFor(linkWith(later), { agent: UBUNTU })).toBe('main')
  })
})
