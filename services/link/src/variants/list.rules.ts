import { Problem } from '@fingerpost/kit/http/problem'
import type { When } from '@fingerpost/protos/link/v1/slug'
import type { ListField, ListValue } from '@fingerpost/protos/redirect-rules'
import { COUNTRIES } from './country.rules.ts'

/** Reports what is wrong with the value of an item. */
type Wrong = (index: number, code: string, detail: string) => void

/** How the values of a list are checked, and the conditions that they stand for. */
export interface ListKind<Value> {
  /** A value for the text of an error. */
  example: Value
  /** The values to be stored; reports errors. */
  read(values: readonly Value[], wrong: Wrong): Value[]
  /** Throws invalid if the values cannot be combined; called with values that are valid. */
  combine?(values: readonly Value[]): void
  /** The condition of the rule of each item. */
  when(values: readonly Value[]): When[]
}

/** Codes of a closed set, each of them once. */
const codes = (kind: {
  example: string
  known: ReadonlySet<string>
  canonical: (code: string) => string
  fault: { code: string; detail: string }
  when: (code: string) => When
}): ListKind<string> => ({
  example: kind.example,
  read(given, wrong) {
    const values = given.map(kind.canonical)
    for (const [i, value] of values.entries()) {
      if (!kind.known.has(value)) wrong(i, kind.fault.code, kind.fault.detail)
      else if (values.indexOf(value) < i) wrong(i, 'duplicate', 'is listed twice')
    }
    return values
  },
  when: (values) => values.map(kind.when),
})

/** Percentages are decimals: three times a third must add up to 100. */
const TOLERANCE = 1e-6

/** Shares of visitors in percent, at most 100 in total. */
const shares: ListKind<number> = {
  example: 50,
  read(values, wrong) {
    for (const [i, percent] of values.entries()) {
      if (percent > 0 && percent <= 100) continue
      wrong(i, 'out_of_range', 'must be more than 0 and at most 100')
    }
    return [...values]
  },
  combine(values) {
    const total = values.reduce((sum, percent) => sum + percent, 0)
    if (total <= 100 + TOLERANCE) return
    const detail = `The percentages add up to ${Number(total.toFixed(6))}, which is more than 100.`
    throw new Problem('invalid', 'percent_total_exceeded', detail, [
      { field: 'items', code: 'percent_total_exceeded', detail },
    ])
  },
  when(values) {
    let below = 0
    return values.map((percent) => {
      below += percent
      return { bucket_below: below }
    })
  },
}

/** The kind of each list of destinations. */
export const LISTS: { readonly [F in ListField]: ListKind<ListValue<F>> } = {
  geo: codes({
    example: 'DE',
    known: COUNTRIES,
    canonical: (code) => code.toUpperCase(),
    fault: { code: 'invalid_country', detail: 'is not a code of ISO 3166-1' },
    when: (country) => ({ country }),
  }),
  ab: shares,
}
