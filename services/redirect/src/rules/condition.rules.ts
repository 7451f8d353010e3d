import { preferredLanguage } from '@fingerpost/kit/visitor/language'
import { refererOf } from '@fingerpost/kit/visitor/referer'
import { type Condition, type ConditionType, DAYS } from '@fingerpost/protos/conditions'
import type { Traits } from './traits.rules.ts'

/** How a condition is applied. */
interface Application<T extends ConditionType> {
  /** What the visitor has, for explanations; empty if unknown. */
  actual(visitor: Traits, condition: Condition<T>): string
  holds(condition: Condition<T>, visitor: Traits): boolean
}
type AnyOf = Extract<Condition, { is: string[] }>

/** Holds if one of the visitor's values is one of those of the condition, in any case. */
const among = (valuesOf: (visitor: Traits) => readonly string[]): Application<AnyOf['type']> => ({
  actual: (visitor) => valuesOf(visitor).filter(Boolean).join(', '),
  holds({ is }, visitor) {
    const own = valuesOf(visitor).map((it) => it.toLowerCase())
    return is.some((value) => own.includes(value.toLowerCase()))
  },
})

/** Holds if the value is one of those of the condition, or a part of one: `de-CH` of `de`, after a `mark`. */
const languageIn = (wanted: string, own: string) =>
  own === wanted.toLowerCase() || own.startsWith(`${wanted.toLowerCase()}-`)
const hostIn = (wanted: string, own: string) => own === wanted || own.endsWith(`.${wanted}`)

const text = (value: string | string[] | undefined) => (typeof value === 'string' ? value : '')
const languageOf = ({ headers }: Traits) => preferredLanguage(text(headers['accept-language']))
const hostOf = ({ headers }: Traits) => refererOf(text(headers.referer))

const valuesOf = (name: string, { query }: Traits) => new URLSearchParams(query).getAll(name)

const minutesOf = (clock: string) => Number(clock.slice(0, 2)) * 60 + Number(clock.slice(3))
const two = (value: number) => String(value).padStart(2, '0')

const APPLICATIONS: { readonly [T in ConditionType]: Application<T> } = {
  device: among(({ agent }) => [agent.device]),
  // Linux includes its distributions.
  os: among(({ agent }) => [...new Set([agent.os, agent.platform])]),
  browser: among(({ agent }) => [agent.browser]),
  language: {
    actual: languageOf,
    holds({ is }, visitor) {
      const own = languageOf(visitor)
      return is.some((wanted) => languageIn(wanted, own))
    },
  },
  country: among(({ country }) => [country]),
  region: among(({ regions }) => regions),
  city: among(({ cities }) => cities),
  referer: {
    actual: hostOf,
    holds({ is }, visitor) {
      const own = hostOf(visitor)
      return is.some((wanted) => hostIn(wanted, own))
    },
  },
  query: {
    actual: (visitor, { name }) => valuesOf(name, visitor).join(', '),
    holds({ name, is, absent }, visitor) {
      const own = valuesOf(name, visitor)
      if (absent) return own.length === 0
      return is ? own.some((value) => is.includes(value)) : own.length > 0
    },
  },
  ip: {
    actual: ({ ip }) => ip,
    holds: ({ is }, visitor) => is.some((network) => visitor.isIn(network)),
  },
  after: {
    actual: ({ nowMs }) => new Date(nowMs).toISOString(),
    holds: ({ at }, { nowMs }) => nowMs >= Date.parse(at),
  },
  before: {
    actual: ({ nowMs }) => new Date(nowMs).toISOString(),
    holds: ({ at }, { nowMs }) => nowMs < Date.parse(at),
  },
  weekly: {
    actual(visitor, { timezone }) {
      const { day, minutes } = visitor.clockIn(timezone)
      return `${DAYS[day]} ${two(Math.floor(minutes / 60))}:${two(minutes % 60)}`
    },
    // In local time, so that a day on which clocks change keeps the times on the clock. A span that ends
    // on the next day belongs to the day on which it begins.
    holds({ days, from, to, timezone }, visitor) {
      const { day, minutes } = visitor.clockIn(timezone)
      const isOn = (it: number) => days.includes(DAYS[it % 7] as (typeof DAYS)[number])
      const [first, end] = [minutesOf(from), minutesOf(to)]
      if (first < end) return isOn(day) && minutes >= first && minutes < end
      return (isOn(day) && minutes >= first) || (isOn(day + 6) && minutes < end)
    },
  },
  bot: {
    actual: ({ bot }) => String(bot),
    holds: (_, { bot }) => bot,
  },
}

/** Whether a condition holds for the visitor. */
export const meets = (condition: Condition, visitor: Traits): boolean => {
  const { holds } = APPLICATIONS[condition.type] as Application<ConditionType>
  return holds(condition, visitor) !== (condition.not === true)
}

/** What the visitor has of that which a condition is about; empty if unknown. */
export const actualOf = (condition: Condition, visitor: Traits): string =>
  (APPLICATIONS[condition.type] as Application<ConditionType>).actual(visitor, condition)
