import { SlugRecord } from '@fingerpost/protos/link/v1/slug'
import { describe, expect, it } from 'vitest'
import { slugRecord } from '../testing/records.ts'
import { compactRecord } from './record.rules.ts'

const UNUSUAL: Partial<SlugRecord>[] = [
  { deleted: true },
  { redirect_code: 301 },
  { expires_at_ms: 0 },
  { expires_after: 3, expire_url: 'https://late.example/' },
  { password_hash: '$argon2id$v=19$x' },
  { rules: [{ variant: 'geo:2', url: 'https://de.example/', when: { country: 'DE' } }] },
  { utm_source: 'news', utm_reference: 'r' },
  { title: '', slug: '' },
]

describe('a cached record', () => {
  it.each([{}, ...UNUSUAL])('says what it said: %o', (own) => {
    const record = slugRecord(own)
    const compact = compactRecord(record)

    const fields = Object.fromEntries(
      Object.keys(record).map((name) => [name, compact[name as keyof SlugRecord]]),
    )
    expect(fields).toEqual(record)
  })

  it('stores only unusual fields', () => {
    const plain = Object.keys(compactRecord(slugRecord({})))

    expect(plain).not.toContain('deleted')
    expect(plain).not.toContain('rules')
    for (const own of UNUSUAL.slice(0, -1)) {
      const compact = Object.keys(compactRecord(slugRecord(own)))
      expect(compact.filter((name) => !plain.includes(name))).toEqual(Object.keys(own))
    }
  })

  it('has no rules whose conditions only a later release knows', () => {
    const known = { variant: 'geo:1', url: 'https://de.example/', when: { country: 'DE' } }
    const written = { ...slugRecord(), rules: [{ ...known, when: { moonPhase: 'full' } }, known] }

    expect(compactRecord(SlugRecord.fromJSON(written)).rules).toEqual([known])
  })

  it('has no rules of which a later release knows more conditions', () => {
    const when = { country: 'DE', moonPhase: 'full' }
    const rules = [{ variant: 'geo:1', url: 'https://de.example/', when, conditions: 2 }]

    expect(compactRecord(SlugRecord.fromJSON({ ...slugRecord(), rules })).rules).toEqual([])
  })
})
