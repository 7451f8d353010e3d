import { text } from '#messages/link-form-destinations.ts'
import { text as ruleText } from '#messages/link-form-rules.ts'
import { text as words } from '#messages/link-try-out.ts'
import type { ConditionType } from './condition.rules.ts'
import { CHOICE_FIELDS, type ChoiceField, type Resolution } from './destination.rules.ts'
import type { Link } from './link.queries.ts'
import { mainShare } from './link-form.rules.ts'

export type Device = keyof typeof words.devices

/** The user agents of simulated devices. */
export const USER_AGENTS: Readonly<Record<Device, string>> = {
  computer: 'Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0',
  iphone:
    'Mozilla/5.0 (iPhone; CPU iPhone OS 18_0 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.0 Mobile/15E148 Safari/604.1',
  android:
    'Mozilla/5.0 (Linux; Android 15; Pixel 9) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/140.0.0.0 Mobile Safari/537.36',
}

export const DEVICES = Object.keys(USER_AGENTS) as readonly Device[]

const REASONS: Record<Exclude<Resolution['rule'], 'expired'>, string> = {
  deleted: words.deleted,
  domain: words.domain,
  password: words.password,
  rule: words.rule,
  ...text.devices.reasons,
  ...(Object.fromEntries(CHOICE_FIELDS.map((field) => [field, text.lists[field].reason])) as Record<
    ChoiceField,
    string
  >),
  ab: text.ab.reason,
  url: words.url,
}

/**
 * The A/B test that decided: its destinations with their shares in percent, and which one the visitor
 * gets. Undefined if another rule decided.
 */
export function splitOf({ ab, url }: Pick<Link, 'ab' | 'url'>, { rule, variant }: Resolution) {
  if (ab.length === 0 || (rule !== 'ab' && rule !== 'url')) return undefined
  return [
    { name: words.main, url, percent: mainShare(ab), isChosen: rule === 'url' },
    ...ab.map((row, index) => ({
      name: words.variant(index + 1),
      url: row.url,
      percent: row.percent,
      isChosen: variant === `ab:${row.id}`,
    })),
  ]
}

/** The rule that decided, in words. */
export function ruleInWords({ rule, location }: Resolution): string {
  if (rule !== 'expired') return REASONS[rule]
  return location ? words.expiredElsewhere : words.expired
}

/** Why each rule matches or not: what the visitor has for the conditions that do not hold. */
export const rulesInWords = ({ rules }: Resolution): string[] =>
  rules.map(({ name, matches, when }, i) => {
    const rule = name || ruleText.ruleOf(i + 1)
    const facts = when
      .filter(({ holds }) => !holds)
      .map(
        ({ type, actual }) =>
          `${ruleText.types[type as ConditionType]}: ${actual || words.unknown}`,
      )
    return matches ? words.matches(rule) : words.fails({ rule, facts: facts.join('; ') })
  })
