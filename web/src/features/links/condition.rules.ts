import type { Schemas } from '@fingerpost/client'
import { text } from '#messages/link-form-rules.ts'
import { countryName } from '../../shared/country.rules.ts'
import { language } from '../../shared/language.rules.ts'

export type Rule = Schemas['Link']['rules'][number]
export type Condition = Rule['when'][number]
export type ConditionType = Condition['type']

/** A rule of the form; `key` is that of React, unique within the form. */
export type RuleRow = Omit<Rule, 'id'> & { key: string; id?: number }

export const toRuleRows = (rules: readonly Rule[] = []): RuleRow[] =>
  rules.map((rule, i) => ({ ...rule, key: `${i}` }))

/** Days of the week in ISO order, with their names; 2024-01-01 is a Monday. */
export const DAYS = (['mon', 'tue', 'wed', 'thu', 'fri', 'sat', 'sun'] as const).map(
  (value, i) => ({
    value,
    label: new Intl.DateTimeFormat(language, { weekday: 'short', timeZone: 'UTC' }).format(
      Date.UTC(2024, 0, 1 + i),
    ),
  }),
)
const dayName = (day: string) => DAYS.find(({ value }) => value === day)?.label ?? day

const or = new Intl.ListFormat(language, { type: 'disjunction' })
const and = new Intl.ListFormat(language, { type: 'conjunction' })

interface Kind {
  /** The parameters of a new condition in a zone. */
  first(zone: string): Omit<Condition, 'type'>
  /** The input of the values. */
  input: 'devices' | 'countries' | 'texts' | 'query' | 'time' | 'weekly' | 'none'
  /** The condition as a part of a sentence. */
  words(condition: Condition, zone: string): string
}

/** The condition as it is in the sentence, unless `not` reverses it. */
const either = ({ not }: Condition, positive: string, negative: string) =>
  not ? negative : positive

const anyOf = (
  type: ConditionType,
  input: Kind['input'] = 'texts',
  nameOf = (value: string) => value,
): Kind => ({
  first: () => ({ is: [] }),
  input,
  words(condition) {
    const values = { what: text.types[type], values: or.format((condition.is ?? []).map(nameOf)) }
    return either(condition, text.isIn(values), text.isNotIn(values))
  },
})

/** Whether a condition without values holds for visits without the parameter. */
export const isAbsent = ({ absent = false, not = false }: Condition): boolean => absent !== not

const query: Kind = {
  first: () => ({ name: '', present: true }),
  input: 'query',
  words(condition) {
    const { name = '', is } = condition
    const what = `${text.types.query} ${name}`
    if (!is) return isAbsent(condition) ? text.isAbsent(what) : text.isPresent(what)
    const values = { what, values: or.format(is) }
    return either(condition, text.isIn(values), text.isNotIn(values))
  },
}

const moment = (isAfter: boolean): Kind => ({
  first: () => ({ at: '' }),
  input: 'time',
  words({ at = '', not = false }, zone) {
    const time = Number.isNaN(Date.parse(at))
      ? '…'
      : new Intl.DateTimeFormat(language, {
          dateStyle: 'medium',
          timeStyle: 'short',
          timeZone: zone,
        }).format(new Date(at))
    return isAfter === not ? text.isBefore(time) : text.isAfter(time)
  },
})

const weekly: Kind = {
  first: (timezone) => ({
    days: ['mon', 'tue', 'wed', 'thu', 'fri'],
    from: '09:00',
    to: '17:00',
    timezone,
  }),
  input: 'weekly',
  words(condition) {
    const { days = [], from = '', to = '', timezone = '' } = condition
    const values = { days: or.format(days.map(dayName)), from, to, timezone }
    return either(condition, text.isWeekly(values), text.isNotWeekly(values))
  },
}

const bot: Kind = {
  first: () => ({}),
  input: 'none',
  words: (condition) => either(condition, text.isBot, text.isHuman),
}

/** What the dashboard knows of each condition. */
export const CONDITIONS: Readonly<Record<ConditionType, Kind>> = {
  device: anyOf('device', 'devices', (value) => text.devices[value as Device] ?? value),
  os: anyOf('os'),
  browser: anyOf('browser'),
  language: anyOf('language'),
  country: anyOf('country', 'countries', countryName),
  region: anyOf('region'),
  city: anyOf('city'),
  referer: anyOf('referer'),
  query,
  ip: anyOf('ip'),
  after: moment(true),
  before: moment(false),
  weekly,
  bot,
}
export const CONDITION_TYPES = Object.keys(CONDITIONS) as readonly ConditionType[]

/** The device classes of clicks, with their names. */
type Device = keyof typeof text.devices
export const DEVICES = Object.entries(text.devices).map(([value, label]) => ({ value, label }))

export const firstCondition = (type: ConditionType, zone: string): Condition => ({
  type,
  ...CONDITIONS[type].first(zone),
})

/** A rule as a sentence. */
export const ruleSentence = ({ when, url }: Pick<Rule, 'when' | 'url'>, zone: string): string =>
  text.sentence({
    conditions: and.format(when.map((it) => CONDITIONS[it.type].words(it, zone))),
    url: url || '…',
  })
