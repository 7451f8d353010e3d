import type { Condition, ConditionType } from '@fingerpost/protos/conditions'
import fc from 'fast-check'
import { expect, it } from 'vitest'
import { Link } from '../links/link.rules.ts'
import { compactRecord } from '../links/record.rules.ts'
import { slugRecord } from '../testing/records.ts'
import { at, BOT, IPHONE, query, rule, UBUNTU, visitor, weekly } from '../testing/visitors.ts'
import { chooseDestination } from './resolve.rules.ts'

/** The text of the documentation as code that shares nothing with redirect. */
const TEXT: { [T in ConditionType]: (it: Condition<T>, seen: Required<Facts>) => boolean } = {
  device: ({ is }, { phone }) => is.includes(phone ? 'Mobile' : 'Desktop'),
  os: ({ is }, { phone }) => is.includes(phone ? 'iOS' : 'Linux'),
  browser: ({ is }, { phone }) => is.includes(phone ? 'Mobile Safari' : 'Firefox'),
  language: ({ is }, { tags }) => is.some((it) => `${tags[0]}-`.startsWith(`${it}-`)),
  country: ({ is }, { munich }) => munich && is.includes('DE'),
  region: ({ is }, { munich }) => munich && (is.includes('DE-BY') || is.includes('Bavaria')),
  city: ({ is }, { munich }) => munich && is.includes('Munich'),
  referer: ({ is }, { site }) => is.some((it) => `.${site}`.endsWith(`.${it}`)),
  query: ({ is, absent }, { a }) =>
    absent ? a === undefined : a !== undefined && (is === undefined || is.includes(a)),
  ip: ({ is }, { munich }) => is.includes(munich ? '192.0.2.0/24' : '198.51.100.0/24'),
  after: (it, { hour }) => Date.UTC(2026, 10, 16, hour) >= Date.parse(it.at),
  before: (it, { hour }) => Date.UTC(2026, 10, 16, hour) < Date.parse(it.at),
  weekly({ days, from, to }, { hour }) {
    const [first, end] = [Number(from.slice(0, 2)), Number(to.slice(0, 2))]
    const length = first < end ? end - first : end - first + 24
    // Every hour of the span on every one of its days, as hours since Monday.
    return days.some((day) =>
      Array.from({ length }, (_, i) => (DAY_HOURS[day] + first + i) % 168).includes(hour % 168),
    )
  },
  bot: (_, { bot }) => bot,
}
const DAY_HOURS = { mon: 0, tue: 24, wed: 48, thu: 72, fri: 96, sat: 120, sun: 144 }

interface Facts {
  phone: boolean
  bot: boolean
  munich: boolean
  tags: string[]
  site: string
  a: string | undefined
  /** Since Monday, 2026-11-16, UTC. */
  hour: number
}

const facts = fc.record({
  phone: fc.boolean(),
  bot: fc.boolean(),
  munich: fc.boolean(),
  tags: fc.subarray(['de', 'de-at', 'en', 'fr'], { minLength: 1 }),
  site: fc.constantFrom('a.example', 'b.a.example', 'xa.example'),
  a: fc.constantFrom(undefined, '', 'x', 'y'),
  hour: fc.integer({ min: 0, max: 2 * 168 }),
})

const some = (...values: string[]) => fc.subarray(values, { minLength: 1 })
const anyOf = (type: string, ...values: string[]) =>
  some(...values).map((is) => ({ type, is }) as Condition)
const hours = fc.integer({ min: 0, max: 23 }).map((it) => `${String(it).padStart(2, '0')}:00`)
const times = fc
  .integer({ min: 0, max: 2 * 168 })
  .map((hour) => new Date(Date.UTC(2026, 10, 16, hour)).toISOString())
const CONDITIONS: { readonly [T in ConditionType]: fc.Arbitrary<Condition> } = {
  device: anyOf('device', 'Mobile', 'Desktop', 'TV'),
  os: anyOf('os', 'iOS', 'Linux', 'Windows'),
  browser: anyOf('browser', 'Mobile Safari', 'Firefox', 'Chrome'),
  language: anyOf('language', 'de', 'de-at', 'en', 'fr'),
  country: anyOf('country', 'DE', 'FR'),
  region: anyOf('region', 'DE-BY', 'Bavaria', 'Berlin'),
  city: anyOf('city', 'Munich', 'Berlin'),
  referer: anyOf('referer', 'a.example', 'b.a.example', 'c.example'),
  query: fc
    .oneof(
      fc.constantFrom<object>({ present: true }, { absent: true }),
      some('', 'x', 'z').map((is) => ({ is })),
    )
    .map(query),
  ip: anyOf('ip', '192.0.2.0/24', '198.51.100.0/24'),
  after: times.map((time) => at('after', time)),
  before: times.map((time) => at('before', time)),
  weekly: fc
    .tuple(some('mon', 'tue', 'wed', 'thu', 'fri', 'sat', 'sun'), hours, hours)
    .filter(([, from, to]) => from !== to)
    .map(([days, from, to]) => weekly(days.join(' '), from, to)),
  bot: fc.constant(BOT),
}
const condition = fc
  .tuple(fc.oneof(...Object.values(CONDITIONS)), fc.boolean())
  .map(([it, not]): Condition => (not ? { ...it, not: true } : it))
const rules = fc
  .array(fc.array(condition, { minLength: 1, maxLength: 3 }), { maxLength: 6 })
  .map((all) => all.map((when, i) => rule(i + 1, ...when)))

it('10,000 random links send random visitors where the documentation says', () => {
  fc.assert(
    fc.property(rules, facts, (typed, it) => {
      const link = new Link(compactRecord(slugRecord({ typed })))
      const { phone, bot, munich, tags, site, a, hour } = it
      const seen = visitor({
        agent: (phone ? IPHONE : UBUNTU) + (bot ? ' Googlebot/2.1' : ''),
        language: tags.join(','),
        referer: `https://${site}/`,
        query: a === undefined ? 'b=1' : `b=1&a=${a}`,
        ip: munich ? '192.0.2.7' : '198.51.100.7',
        at: new Date(Date.UTC(2026, 10, 16, hour)).toISOString(),
      })
      const wanted = typed.find(({ when }) =>
        when.every((one) => TEXT[one.type](one as never, it) !== (one.not ?? false)),
      )
      expect(chooseDestination(link, seen).variant).toBe(wanted ? `rule:${wanted.id}` : 'main')
    }),
    { numRuns: 10_000 },
  )
}, 60_000)
