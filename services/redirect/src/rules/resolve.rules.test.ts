import type { DomainRecord } from '@fingerpost/protos/catalog/v1/domain'
import type { SlugRecord } from '@fingerpost/protos/link/v1/slug'
import { describe, expect, it } from 'vitest'
import { Link } from '../links/link.rules.ts'
import { compactRecord } from '../links/record.rules.ts'
import { domainRecord, type OwnFields, slugRecord } from '../testing/records.ts'
import { phoneOf } from './device.rules.ts'
import { resolve, type Served, type Visit } from './resolve.rules.ts'

const NOW = Date.UTC(2026, 10, 20)
const IPHONE = 'Mozilla/5.0 (iPhone; CPU iPhone OS 18_5 like Mac OS X)'
const ANDROID = 'Mozilla/5.0 (Linux; Android 15; Pixel 9)'

const visit = (own: Partial<Visit> = {}): Visit => ({
  nowMs: NOW,
  headers: {},
  userAgent: 'Mozilla/5.0 (X11; Linux x86_64)',
  query: '',
  counts: true,
  exhausted: false,
  unlocked: false,
  bot: false,
  country: '',
  bucket: 0,
  ip: '',
  agent: { device: 'Desktop', os: 'Linux', platform: 'Linux', browser: 'Firefox' },
  regions: [],
  cities: [],
  clockIn: () => ({ day: 0, minutes: 0 }),
  isIn: () => false,
  ...own,
})

const record = (fields: OwnFields = {}) => compactRecord(slugRecord(fields))

const decide = (fields: OwnFields, own: Partial<Visit> = {}, domain: Partial<DomainRecord> = {}) =>
  resolve(new Link(record(fields)), domainRecord(domain), visit(own))

/** A link with all rules. */
const everything: OwnFields = {
  url: 'https://main.example/',
  ios: 'https://ios.example/',
  android: 'https://android.example/',
  geo: [{ id: 5, country: 'DE', url: 'https://de.example/' }],
  ab: [{ id: 6, url: 'https://b.example/', percent: 30 }],
}

describe('the order of the rules', () => {
  const dead = {
    ...everything,
    expires_at_ms: NOW,
    expires_after: 5,
    password_hash: 'hash',
    expire_url: 'https://late.example/',
  }

  it('puts deletion before everything', () => {
    expect(decide({ ...dead, deleted: true }, { exhausted: true })).toEqual({ kind: 'deleted' })
  })

  it('puts expiry before the password', () => {
    const late = { kind: 'expired', location: 'https://late.example/' }
    expect(decide(dead)).toEqual(late)
    expect(decide({ ...dead, expires_at_ms: NOW + 1 }, { exhausted: true })).toEqual(late)
  })

  it('puts the password before every destination', () => {
    const locked = { ...everything, password_hash: 'hash' }
    expect(decide(locked, { userAgent: IPHONE })).toEqual({ kind: 'locked' })
    expect(decide(locked, { unlocked: true })).toMatchObject({ kind: 'destination' })
  })

  it.each([
    ['the phone before the country', { userAgent: IPHONE, country: 'DE' }, 'ios'],
    ['the phone before the country', { userAgent: ANDROID, country: 'DE' }, 'android'],
    ['the country before the share', { country: 'DE', bucket: 0 }, 'geo:5'],
    ['the share before the rest', { country: 'FR', bucket: 29.9 }, 'ab:6'],
    ['the rest at the end', { country: 'FR', bucket: 30 }, 'main'],
    ['the rest when nobody knows the country', { bucket: 99.9 }, 'main'],
    ['the rest for bots, whatever their bucket', { bot: true, bucket: 0 }, 'main'],
    ['the country of bots all the same', { bot: true, country: 'DE' }, 'geo:5'],
  ])('puts %s', (_, own, variant) => {
    expect(decide(everything, own)).toMatchObject({ destination: { variant } })
  })

  it('ends at a destination that is a short URL itself, which is the next request of the visitor', () => {
    const url = `https://${domainRecord().name}/${record().slug}`
    expect(decide({ url })).toMatchObject({ kind: 'destination', destination: { url } })
  })

  it('continues if there is no destination for the phone', () => {
    expect(
      decide({ ...everything, ios: undefined }, { userAgent: IPHONE, bucket: 99 }),
    ).toMatchObject({
      destination: { variant: 'main' },
    })
  })
})

describe('an expired link', () => {
  it('is expired from exactly that millisecond on', () => {
    expect(decide({ expires_at_ms: NOW + 1 }).kind).toBe('destination')
    expect(decide({ expires_at_ms: NOW }).kind).toBe('expired')
  })

  it('redirects to the expiry URL of the domain if it has none', () => {
    const domain = { expired_url: 'https://team.example/late' }
    expect(decide({ expires_at_ms: 1 }, {}, domain)).toEqual({
      kind: 'expired',
      location: 'https://team.example/late',
    })
    expect(decide({ expires_at_ms: 1 })).toEqual({ kind: 'expired', location: undefined })
  })

  it('redirects to its own expiry URL rather than that of the domain', () => {
    const fields = { expires_at_ms: 1, expire_url: 'https://late.example/' }
    const domain = { expired_url: 'https://team.example/late' }
    expect(decide(fields, {}, domain)).toMatchObject({ location: 'https://late.example/' })
  })

  it('redirects without UTM and without the query of the visitor', () => {
    const fields = { expires_at_ms: 1, expire_url: 'https://late.example/?a', utm_source: 'x' }
    expect(decide(fields, { query: 'b=2' })).toMatchObject({ location: 'https://late.example/?a' })
  })
})

describe('a limited link', () => {
  it.each([
    ['a visitor', {}, true],
    ['a bot', { bot: true }, false],
    ['what does not count', { counts: false }, false],
  ])('gives one to %s: %j', (_, own, consumes) => {
    expect(decide({ expires_after: 3 }, own)).toMatchObject({ consumes })
  })

  it('without a limit gives none', () => {
    expect(decide({})).toMatchObject({ consumes: false, click: true })
  })
})

describe('the location', () => {
  const location = (
    record: OwnFields,
    own: Partial<Visit> = {},
    domain: Partial<DomainRecord> = {},
  ) => (decide(record, own, domain) as Served).location

  it('is unchanged if nothing is added', () => {
    const url = 'https://Example.com:443/a/../b?q=%&x#f'
    expect(location({ url })).toBe(url)
    expect(location({ url }, { query: 'q=2' })).toBe(url)
  })

  it('has the UTM of the link, then the query of the visitor, before the fragment', () => {
    const record = {
      url: 'https://e.com/?utm_source=d&a=1#top',
      utm_source: 'l',
      utm_reference: 'r&f',
    }
    expect(location(record, { query: 'utm_source=v&utm_term=t&a=2&b=3' })).toBe(
      'https://e.com/?utm_source=l&a=1&utm_reference=r%26f&utm_term=t&b=3#top',
    )
  })

  it('has them for every web destination, and none for apps', () => {
    const record = { ...everything, android: 'tg://resolve?domain=x', utm_source: 'l' }
    expect(location(record, { country: 'DE' })).toBe('https://de.example/?utm_source=l')
    expect(location(record, { userAgent: ANDROID, query: 'a=1' })).toBe('tg://resolve?domain=x')
  })

  it.each([
    ['merge', 'https://e.com/?a=1&b=2'],
    ['override', 'https://e.com/?a=9&b=2'],
    ['off', 'https://e.com/?a=1'],
    ['', 'https://e.com/?a=1&b=2'],
  ])('follows the domain: %s', (forwardQuery, expected) => {
    expect(
      location(
        { url: 'https://e.com/?a=1' },
        { query: 'a=9&b=2' },
        { forward_query: forwardQuery },
      ),
    ).toBe(expected)
  })

  it('reports the UTM parameters that were sent', () => {
    const record = { url: 'https://e.com/?utm_medium=d', utm_source: 'a b' }
    const { utm } = decide(record, { query: 'utm_term=t' }) as Served
    expect(Object.fromEntries(utm)).toEqual({ utm_medium: 'd', utm_source: 'a b', utm_term: 't' })
  })
})

describe('how long a browser may cache the answer', () => {
  it.each<[OwnFields, string]>([
    [{ redirect_code: 302 }, 'private, no-store'],
    [{ redirect_code: 301 }, 'private, max-age=90'],
    [{ redirect_code: 301, password_hash: 'x' }, 'no-store'],
    [{ redirect_code: 301, expires_at_ms: NOW + 1 }, 'no-store'],
    [{ redirect_code: 301, expires_after: 1 }, 'no-store'],
    [{ redirect_code: 301, ios: 'https://e.com' }, 'no-store'],
    [{ redirect_code: 301, geo: everything.geo ?? [] }, 'no-store'],
    [{ redirect_code: 301, ab: everything.ab ?? [] }, 'no-store'],
  ])('for %j is %s', (record, expected) => {
    expect(new Link(compactRecord(slugRecord(record))).cacheControl).toBe(expected)
  })
})

describe('the phone of an agent', () => {
  it.each([
    [IPHONE, 'ios'],
    ['Mozilla/5.0 (iPad; CPU OS 12_5 like Mac OS X)', 'ios'],
    ['Mozilla/5.0 (iPod touch; CPU iPhone OS 12_5 like Mac OS X)', 'ios'],
    [ANDROID, 'android'],
    ['Mozilla/5.0 (Linux; Android 14; SM-X910) tablet', 'android'],
    ['Mozilla/5.0 (Linux; Android 10; HarmonyOS; CDY-AN00; HMSCore 6.7.0.322)', 'android'],
    ['Mozilla/5.0 (Windows Phone 10.0; Android 6.0.1; like iPhone)', undefined],
    ['Mozilla/5.0 (Phone; OpenHarmony 6.0; like Android 12) ArkWeb/6.0.0.47 Mobile', undefined],
    ['Mozilla/5.0 (Sailfish 4.5; Android 8.1.0; Mobile; rv:91.0) SailfishBrowser/1.0', undefined],
    ['Mozilla/5.0 (Linux; Tizen 2.3; like Android; SAMSUNG SM-Z130H) Mobile', undefined],
    ['Mozilla/5.0 (Linux; Ubuntu 16.04 like Android 9) Chrome/87.0.4280.144 Mobile', undefined],
    ['Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7)', undefined],
    ['', undefined],
  ])('%j is %s', (agent, phone) => {
    expect(phoneOf(agent)).toBe(phone)
  })
})

it('a damaged record is rejected', () => {
  expect(() => compactRecord({ version: 3 } as SlugRecord)).toThrow()
  expect(() => compactRecord(slugRecord({ url: 'not a url\n' }))).toThrow()
})
