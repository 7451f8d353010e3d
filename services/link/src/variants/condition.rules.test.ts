import { CONDITION_TYPES, CONDITIONS_MAX, VALUES_MAX } from '@fingerpost/protos/conditions'
import { describe, expect, it } from 'vitest'
import { readConditions } from './condition.rules.ts'

function read(when: unknown) {
  const faults: string[] = []
  const stored = readConditions(when, (path, code) => faults.push(`${path} ${code}`))
  return { stored, faults }
}

const WEEKLY = { type: 'weekly', days: ['mon'], from: '09:00', to: '17:00', timezone: 'UTC' }
const QUERY = { type: 'query', name: 'a' }

/** What is given, and what is stored if it differs. */
const VALID: [given: Record<string, unknown>, stored?: object][] = [
  [
    { type: 'device', is: ['mobile', 'TV'] },
    { type: 'device', is: ['Mobile', 'TV'] },
  ],
  [{ type: 'os', is: ['iOS'] }],
  [{ type: 'browser', is: ['Samsung Internet'], not: true }],
  [
    { type: 'browser', is: [' Edge '], not: false },
    { type: 'browser', is: ['Edge'] },
  ],
  [
    { type: 'language', is: ['DE', 'pt-br', 'es-419'] },
    { type: 'language', is: ['de', 'pt-BR', 'es-419'] },
  ],
  [
    { type: 'country', is: ['de', 'DE', 'FR'] },
    { type: 'country', is: ['DE', 'FR'] },
  ],
  [
    { type: 'region', is: ['de-by', 'Île-de-France'] },
    { type: 'region', is: ['DE-BY', 'Île-de-France'] },
  ],
  [{ type: 'city', is: ['Prague'] }],
  [
    { type: 'referer', is: ['WWW.News.example', 'bücher.example', 'com.google.android.gm'] },
    { type: 'referer', is: ['news.example', 'xn--bcher-kva.example', 'com.google.android.gm'] },
  ],
  [{ ...QUERY, is: ['x', ''] }],
  [{ ...QUERY, present: true }],
  [{ ...QUERY, absent: true, not: true }],
  [
    { type: 'ip', is: ['192.0.2.7/24', '2001:db8::1'] },
    { type: 'ip', is: ['192.0.2.0/24', '2001:db8::1/128'] },
  ],
  [
    { type: 'after', at: '2026-12-01T08:00:00+01:00' },
    { type: 'after', at: '2026-12-01T07:00:00.000Z' },
  ],
  [
    { type: 'before', at: '2026-12-01T00:00Z' },
    { type: 'before', at: '2026-12-01T00:00:00.000Z' },
  ],
  [
    { ...WEEKLY, days: ['sun', 'mon', 'mon'], to: '24:00' },
    { ...WEEKLY, days: ['mon', 'sun'], to: '24:00' },
  ],
  [
    { ...WEEKLY, from: '22:00', to: '06:00', timezone: 'europe/prague' },
    { ...WEEKLY, from: '22:00', to: '06:00', timezone: 'Europe/Prague' },
  ],
  [{ type: 'bot' }],
]

const INVALID: [given: unknown, fault: string][] = [
  [null, '.0.type not_allowed'],
  ['bot', '.0.type not_allowed'],
  [{ type: 'moon', is: ['full'] }, '.0.type not_allowed'],
  [{ type: 'constructor' }, '.0.type not_allowed'],
  [{ type: 'device' }, '.0.is required'],
  [{ type: 'device', is: [] }, '.0.is invalid_type'],
  [{ type: 'device', is: 'Mobile' }, '.0.is invalid_type'],
  [{ type: 'device', is: [1] }, '.0.is invalid_type'],
  [{ type: 'device', is: ['Mobile', 'phone'] }, '.0.is.1 invalid_format'],
  [{ type: 'device', is: ['Mobile'], not: 'yes' }, '.0.not invalid_type'],
  [{ type: 'device', is: ['Mobile'], name: 'x' }, '.0.name not_allowed'],
  [{ type: 'device', is: ['Mobile'], toString: 'x' }, '.0.toString not_allowed'],
  [{ type: 'os', is: [''] }, '.0.is.0 invalid_format'],
  [{ type: 'browser', is: ['x'.repeat(101)] }, '.0.is.0 invalid_format'],
  [{ type: 'city', is: ['a\nb'] }, '.0.is.0 invalid_format'],
  [{ type: 'city', is: ['a\u0000'] }, '.0.is invalid_type'],
  [{ type: 'city', is: ['\ud800'] }, '.0.is invalid_type'],
  [{ type: 'city', is: Array(VALUES_MAX + 1).fill('x') }, '.0.is invalid_type'],
  [{ type: 'language', is: ['german'] }, '.0.is.0 invalid_format'],
  [{ type: 'language', is: ['qq'] }, '.0.is.0 invalid_format'],
  [{ type: 'language', is: ['de_DE'] }, '.0.is.0 invalid_format'],
  [{ type: 'country', is: ['UK'] }, '.0.is.0 invalid_country'],
  [{ type: 'region', is: ['XX-BY'] }, '.0.is.0 invalid_format'],
  [{ type: 'referer', is: ['https://news.example/a'] }, '.0.is.0 invalid_format'],
  [{ type: 'referer', is: ['a b'] }, '.0.is.0 invalid_format'],
  [{ type: 'referer', is: [''] }, '.0.is.0 invalid_format'],
  [QUERY, '.0.is not_allowed'],
  [{ ...QUERY, is: ['x'], present: true }, '.0.is not_allowed'],
  [{ ...QUERY, present: false }, '.0.present invalid_type'],
  [{ ...QUERY, name: '', present: true }, '.0.name invalid_format'],
  [{ ...QUERY, is: ['x'.repeat(513)] }, '.0.is.0 invalid_format'],
  [{ type: 'ip', is: ['192.0.2.0/33'] }, '.0.is.0 invalid_format'],
  [{ type: 'ip', is: ['2001:db8::/129'] }, '.0.is.0 invalid_format'],
  [{ type: 'ip', is: ['192.0.2'] }, '.0.is.0 invalid_format'],
  [{ type: 'ip', is: ['fe80::1%eth0'] }, '.0.is.0 invalid_format'],
  [{ type: 'after', at: '2026-12-01T08:00:00' }, '.0.at invalid_format'],
  [{ type: 'after', at: '2026-02-30T08:00:00Z' }, '.0.at invalid_format'],
  [{ type: 'before' }, '.0.at required'],
  [{ type: 'before', at: 0 }, '.0.at invalid_type'],
  [{ ...WEEKLY, days: [] }, '.0.days invalid_type'],
  [{ ...WEEKLY, days: ['Monday'] }, '.0.days invalid_type'],
  [{ ...WEEKLY, from: '24:00' }, '.0.from invalid_format'],
  [{ ...WEEKLY, from: '9:00' }, '.0.from invalid_format'],
  [{ ...WEEKLY, to: '24:01' }, '.0.to invalid_format'],
  [{ ...WEEKLY, to: '09:00' }, '.0.to out_of_range'],
  [{ ...WEEKLY, timezone: '+01:00' }, '.0.timezone invalid_timezone'],
  [{ ...WEEKLY, timezone: 'Mars/Base' }, '.0.timezone invalid_timezone'],
  [{ type: 'bot', is: ['x'] }, '.0.is not_allowed'],
]

describe('a condition', () => {
  it.each(VALID)('is stored: %j', (given, stored = given) => {
    expect(read([given])).toEqual({ stored: [stored], faults: [] })
  })

  it.each(INVALID)('is rejected: %j', (given, fault) => {
    expect(read([given]).faults).toEqual([fault])
  })

  it('of every type has valid and invalid rows', () => {
    const types = (rows: readonly unknown[][]) =>
      new Set(rows.map(([given]) => (given as { type?: string } | null)?.type))
    expect([...types(VALID)].toSorted()).toEqual([...CONDITION_TYPES].toSorted())
    for (const type of CONDITION_TYPES) expect([...types(INVALID)]).toContain(type)
  })
})

describe('the conditions of a rule', () => {
  it.each([undefined, {}, [], Array(CONDITIONS_MAX + 1).fill({ type: 'bot' })])(
    'are a list of one to twenty: %#',
    (when) => {
      expect(read(when).faults).toEqual([' out_of_range'])
    },
  )

  it('are checked one by one', () => {
    expect(read([{ type: 'bot' }, { type: 'city' }, { type: 'ip', is: ['x'] }]).faults).toEqual([
      '.1.is required',
      '.2.is.0 invalid_format',
    ])
  })
})
