import { canonicalNetwork } from '@fingerpost/kit/net/ip'
import { canonicalZone } from '@fingerpost/kit/text/zone'
import { type Condition, type ConditionType, DAYS, DEVICES } from '@fingerpost/protos/conditions'
import { COUNTRIES } from './country.rules.ts'
import { isStorable, NO_TIME, parseTime, TIME_FORM } from './time.rules.ts'

const NAME_MAX = 100
const VALUE_MAX = 512

/** Reports what is wrong with a parameter. */
export type WrongIn = (parameter: string, code: string, detail: string) => void
/** The stored form of a value; undefined if it is invalid. */
type Read = (value: string) => string | undefined

/** How a condition is checked: its values one by one, and then as a whole. */
export interface Check<T extends ConditionType> {
  value?: ValueCheck
  /** Returns the stored condition; called with parameters of the right types. */
  whole?(given: Condition<T>, wrong: WrongIn): Condition<T>
}
export interface ValueCheck {
  read: Read
  code?: string
  must: string
}

const word = (words: readonly string[]): ValueCheck => ({
  read: (value) => words.find((it) => it.toLowerCase() === value.toLowerCase()),
  must: `must be one of ${words.join(', ')}`,
})
const text = (max: number): ValueCheck => ({
  read: (value) =>
    value.length <= max && !/\p{Cc}/u.test(value) ? value.trim() || undefined : undefined,
  must: `must be a text of 1 to ${max} characters`,
})
const country: Read = (code) => (COUNTRIES.has(code.toUpperCase()) ? code.toUpperCase() : undefined)

const LANGUAGES = new Intl.DisplayNames('en', { type: 'language', fallback: 'none' })

/** A language, and a region if it matters: `de`, `de-CH`. */
const language: Read = (tag) => {
  if (!/^[a-z]{2,3}(-([a-z]{2}|\d{3}))?$/i.test(tag)) return undefined
  const [canonical = ''] = Intl.getCanonicalLocales(tag)
  return LANGUAGES.of(canonical) && canonical
}

/** A name, or a code of ISO 3166-2, which begins with that of a country. */
const region: Read = (value) =>
  /^[a-z]{2}-[a-z\d]{1,3}$/i.test(value)
    ? country(value.slice(0, 2)) && value.toUpperCase()
    : text(NAME_MAX).read(value)

/** The host name of a site, without `www.`. */
const host: Read = (value) => {
  if (/[\s/:?#@\\]/.test(value)) return undefined
  const name = URL.parse(`https://${value}`)?.hostname.replace(/\.$/, '')
  return name && name.length <= 253 ? name.replace(/^www\.(?=.)/, '') : undefined
}

const NOT_A_COUNTRY = { code: 'invalid_country', must: 'is not a code of ISO 3166-1' }

/** The condition with its time in UTC. */
const atTime = <C extends { at: string }>(given: C, wrong: WrongIn): C => {
  const at = TIME_FORM.test(given.at) ? parseTime(given.at) : undefined
  if (at && isStorable(at)) return { ...given, at: at.toISOString() }
  wrong('at', 'invalid_format', NO_TIME)
  return given
}

const CLOCK = /^([01]\d|2[0-3]):[0-5]\d$/

/** The check of each condition. */
export const CHECKS: { readonly [T in ConditionType]: Check<T> } = {
  device: { value: word(DEVICES) },
  os: { value: text(NAME_MAX) },
  browser: { value: text(NAME_MAX) },
  language: { value: { read: language, must: 'is not a language such as de or de-CH' } },
  country: { value: { read: country, ...NOT_A_COUNTRY } },
  region: {
    value: { read: region, must: 'must be a name or a code of ISO 3166-2 such as DE-BY' },
  },
  city: { value: text(NAME_MAX) },
  referer: { value: { read: host, must: 'must be a host name such as news.example' } },
  query: {
    value: {
      read: (value) => (value.length <= VALUE_MAX ? value : undefined),
      must: `must not be longer than ${VALUE_MAX} characters`,
    },
    whole(given, wrong) {
      const { name, is, present, absent } = given
      if (name === '' || name.length > NAME_MAX) {
        wrong('name', 'invalid_format', `must have 1 to ${NAME_MAX} characters`)
      }
      if ([is, present, absent].filter((it) => it !== undefined).length !== 1) {
        wrong('is', 'not_allowed', 'exactly one of is, present and absent must be given')
      }
      return given
    },
  },
  ip: {
    value: { read: canonicalNetwork, must: 'must be an address or a network such as 192.0.2.0/24' },
  },
  after: { whole: atTime },
  before: { whole: atTime },
  weekly: {
    whole(given, wrong) {
      const { from, to } = given
      if (!CLOCK.test(from)) wrong('from', 'invalid_format', 'must be a time such as 09:00')
      if (!CLOCK.test(to) && to !== '24:00') {
        wrong('to', 'invalid_format', 'must be a time such as 17:30, at most 24:00')
      }
      if (from === to) wrong('to', 'out_of_range', 'must not be the same as from')
      const timezone = canonicalZone(given.timezone)
      if (!timezone) wrong('timezone', 'invalid_timezone', 'is not the name of an IANA time zone')
      return {
        ...given,
        days: DAYS.filter((day) => given.days.includes(day)),
        timezone: timezone ?? given.timezone,
      }
    },
  },
  bot: {},
}

/** The name of a rule; empty for none. */
export const ruleName: ValueCheck = {
  ...text(NAME_MAX),
  read: (name) => (name === '' ? '' : text(NAME_MAX).read(name)),
}
