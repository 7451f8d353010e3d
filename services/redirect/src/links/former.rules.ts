import type { Rule, SlugRecord } from '@fingerpost/protos/link/v1/slug'

/** The rules of a record that a link service of release 0.1 wrote. */
export function formerRules({ ios, android, geo = [], ab = [] }: SlugRecord): Rule[] {
  let below = 0
  return [
    ...(ios ? [{ variant: 'ios', url: ios, when: { phone: 'ios' } }] : []),
    ...(android ? [{ variant: 'android', url: android, when: { phone: 'android' } }] : []),
    ...geo.map(({ id, url, country }) => ({ variant: `geo:${id}`, url, when: { country } })),
    ...ab.map(({ id, url, percent }) => {
      below += percent
      return { variant: `ab:${id}`, url, when: { bucket_below: below } }
    }),
  ]
}
