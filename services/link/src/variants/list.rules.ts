import { Problem } from '@fingerpost/kit/http/problem'
import type { Rule, When } from '@fingerpost/protos/link/v1/slug'
import type { ListField, ListValues } from '@fingerpost/protos/redirect-rules'
import { ruleName } from './check.rules.ts'
import { readConditions } from './condition.rules.ts'
import { COUNTRIES } from './country.rules.ts'

/** Reports what is wrong with a value of an item. */
type Wrong = (index: number, path: string, code: string, detail: string) => void

/** How the values of the items of a list are checked, and the conditions that they stand for. */
export interface ListKind<Values> {
  /** Values of an item for the text of an error. */
  example: Values
  /** The values to be stored; reports errors. */
  read(items: readonly Values[], wrong: Wrong): Values[]
  /** Throws invalid if the values cannot be combined; called with values that are valid. */
  combine?(items: readonly Values[]): void
  /** The conditions of the rule of each item. */
  when(items: readonly Values[]): Conditions[]
}

/** The conditions of a rule in slug records. */
export type Conditions = Pick<Rule, 'all'> & { when: When }

/** Countries, each of them once. */
const countries: ListKind<ListValues<'geo'>> = {
  example: { country: 'DE' },
  read(items, wrong) {
    const codes = items.map(({ country }) => country.toUpperCase())
    for (const [i, code] of codes.entries()) {
      if (!COUNTRIES.has(code)) {
        wrong(i, 'country', 'invalid_country', 'is not a code of ISO 3166-1')
      } else if (codes.indexOf(code) < i) wrong(i, 'country', 'duplicate', 'is listed twice')
    }
    return codes.map((country) => ({ country }))
  },
  when: (items) => items.map(({ country }) => ({ when: { country } })),
}

/** Percentages are decimals: three times a third must add up to 100. */
const TOLERANCE = 1e-6

/** Shares of visitors in percent, at most 100 in total. */
const shares: ListKind<ListValues<'ab'>> = {
  example: { percent: 50 },
  read(items, wrong) {
    for (const [i, { percent }] of items.entries()) {
      if (percent > 0 && percent <= 100) continue
      wrong(i, 'percent', 'out_of_range', 'must be more than 0 and at most 100')
    }
    return items.map(({ percent }) => ({ percent }))
  },
  combine(items) {
    const total = items.reduce((sum, { percent }) => sum + percent, 0)
    if (total <= 100 + TOLERANCE) return
    const detail = `The percentages add up to ${Number(total.toFixed(6))}, which is more than 100.`
    throw new Problem('invalid', 'percent_total_exceeded', detail, [
      { field: 'items', code: 'percent_total_exceeded', detail },
    ])
  },
  when(items) {
    let below = 0
    return items.map(({ percent }) => {
      below += percent
      return { when: { bucket_below: below } }
    })
  },
}

/** Rules with typed conditions. */
const rules: ListKind<ListValues<'rules'>> = {
  example: { name: 'Phones', when: [{ type: 'device', is: ['Mobile'] }] },
  read: (items, wrong) =>
    items.map((item, i) => {
      const name = ruleName.read(item.name)
      if (name === undefined) wrong(i, 'name', 'invalid_format', ruleName.must)
      const when = readConditions(item.when, (path, code, detail) =>
        wrong(i, `when${path}`, code, detail),
      )
      return { name: name ?? '', when }
    }),
  when: (items) => items.map(({ when }) => ({ when: {}, all: when })),
}

/** The kind of each list of destinations. */
export const LISTS: { readonly [F in ListField]: ListKind<ListValues<F>> } = {
  rules,
  geo: countries,
  ab: shares,
}
