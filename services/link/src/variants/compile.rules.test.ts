import { forDestinations, forLists } from '@fingerpost/protos/redirect-rules'
import { expect, it } from 'vitest'
import { compileRules, ruleOf } from './compile.rules.ts'

const NONE = { ...forDestinations(() => null), ...forLists(() => []) }

it('a link without further destinations has no rules', () => {
  expect(compileRules(NONE)).toEqual([])
})

it('rules are ordered by phone, country and A/B share, whose buckets add up', () => {
  const rules = compileRules({
    ...NONE,
    ios: 'https://ios.example/',
    android: 'https://android.example/',
    geo: [{ id: 5, url: 'https://de.example/', country: 'DE' }],
    ab: [
      { id: 6, url: 'https://b.example/', percent: 30 },
      { id: 7, url: 'https://c.example/', percent: 12.5 },
    ],
  })

  expect(rules).toEqual([
    { variant: 'ios', url: 'https://ios.example/', when: { phone: 'ios' } },
    { variant: 'android', url: 'https://android.example/', when: { phone: 'android' } },
    { variant: 'geo:5', url: 'https://de.example/', when: { country: 'DE' } },
    { variant: 'ab:6', url: 'https://b.example/', when: { bucket_below: 30 } },
    { variant: 'ab:7', url: 'https://c.example/', when: { bucket_below: 42.5 } },
  ])
})

it('a rule with several conditions says how many, for redirects that do not know all of them', () => {
  expect(
    ruleOf('ios', 'https://ios.example/', { when: { phone: 'ios', country: 'DE' } }),
  ).toMatchObject({
    conditions: 2,
  })
})
