import type { Click } from '@fingerpost/protos/click/v1/click'
import { valuesOf } from '@fingerpost/protos/click-batch'
import { describe, expect, it } from 'vitest'
import { jobOf, makeClick } from '../testing/stack.ts'
import { batchOf, readClick } from './click.rules.ts'

const now = Date.UTC(2026, 10, 20)
const click = (fields: object) => ({ ...makeClick({ created_at_ms: now }), ...fields })
/** Through a job, as the worker gets it. */
const read = (given: object) =>
  readClick(valuesOf(JSON.parse(JSON.stringify(jobOf(given))))[0] ?? {}, now)

describe('a click is read', () => {
  it('unchanged if it is valid', () => {
    const given = { ...makeClick({ created_at_ms: now }), color_scheme: 'dark', utm_source: 'mail' }
    expect(read(given)).toMatchObject(given)
  })

  it('with every field of the message', () => {
    const sent: Required<Click> = {
      ...makeClick({ created_at_ms: now }),
      ...{ color_scheme: 'dark', utm_source: 'a', utm_medium: 'b', utm_campaign: 'c' },
      ...{ utm_term: 'd', utm_content: 'e', utm_reference: 'f' },
      place: {
        ...{ continent: 'Europe', country: 'CZ', region: 'Prague', city: 'Prague' },
        ...{ latitude: 50, longitude: 14, accuracy_radius: 20 },
        ...{ time_zone: 'Europe/Prague', postal: '110 00' },
      },
      hints: { ua: '"Brave"', ua_mobile: '?1', ua_platform: '"Linux"', ua_model: '"X"' },
      opted_out: true,
      visitor: '18446744073709551615',
    }
    expect(read(sent)).toEqual(sent)
  })

  it('with empty values for fields that an older redirect does not send', () => {
    const { id, created_at_ms, link_id, org_id } = makeClick({ created_at_ms: now })
    expect(readClick({ id, created_at_ms, link_id, org_id }, now)).toMatchObject({
      domain_id: 0,
      title: '',
      variant: 'main',
      trigger: 'link',
      query: '',
    })
  })

  it('with its place and hints, in their types', () => {
    const place = { continent: 'Europe', country: 'GBR', region: 7, latitude: 'x', longitude: 1 }
    expect(() => readClick(click({ place }), now)).toThrow('region is not a string')
    const { place: read, hints } = readClick(
      click({ place: { ...place, region: '' }, hints: { ua: 'x'.repeat(300) } }),
      now,
    )
    expect(read).toMatchObject({ country: 'GB', latitude: undefined, longitude: 1, city: '' })
    expect(hints?.ua).toHaveLength(256)
    expect(() => readClick(click({ hints: 'dark' }), now)).toThrow('hints is not an object')
  })

  it.each(['18446744073709551616', '-1', '0x1', '', 5, null])(
    'without the visitor %j',
    (visitor) => {
      expect(readClick(click({ visitor }), now).visitor).toBeUndefined()
    },
  )

  it('without fields that a newer redirect adds', () => {
    expect(readClick(click({ weather: 'rain' }), now)).not.toHaveProperty('weather')
  })

  it('with texts cut to their maximum length', () => {
    const read = readClick(click({ user_agent: 'x'.repeat(100_000), url: 'y'.repeat(20_000) }), now)
    expect([read.user_agent.length, read.url.length]).toEqual([512, 16_384])
  })

  it('with unpaired surrogates replaced, even those caused by the cut', () => {
    expect(readClick(click({ title: 'a\ud83d' }), now).title).toBe('a\ufffd')
    expect(readClick(click({ title: `${'a'.repeat(511)}😀` }), now).title.isWellFormed()).toBe(true)
  })

  it.each([-3_600_000, 3_600_000, 47 * 3_600_000, -300 * 86_400_000])(
    'when the clock of its redirect is off by %d ms',
    (offMs) => {
      expect(readClick(click({ created_at_ms: now + offMs }), now).created_at_ms).toBe(now + offMs)
    },
  )
})

it.each([
  ['nothing', {}],
  ['no id', click({ id: undefined })],
  ['an id that is no UUID', click({ id: "1' OR 1=1" })],
  ['an id that is a number', click({ id: 1 })],
  ['no link', click({ link_id: 0 })],
  ['a link that is a text', click({ link_id: '7' })],
  ['a link beyond 2^53', click({ link_id: 2 ** 60 })],
  ['no team', click({ org_id: undefined })],
  ['a domain below 0', click({ domain_id: -1 })],
  ['a time that is none', click({ created_at_ms: Number.NaN })],
  ['a time before there was a redirect', click({ created_at_ms: 0 })],
  ['a time far ahead', click({ created_at_ms: now + 72 * 3_600_000 })],
  ['an absurd time', click({ created_at_ms: 8.64e15 })],
  ['a title that is an object', click({ title: {} })],
  ['an agent that is an array', click({ user_agent: ['curl'] })],
])('a click with or of %s is refused', (_, value) => {
  expect(() => readClick(value, now)).toThrow(expect.objectContaining({ name: 'Unreadable' }))
})

it.each([
  null,
  undefined,
  5,
  'x',
  [],
  {},
  { clicks: null },
  { clicks: { length: 3 } },
  { clicks: [] },
])('a job of %j is not a batch', (data) => {
  expect(() => batchOf(data)).toThrow('the job is not a batch of clicks')
})
