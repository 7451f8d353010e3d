import type { Rule, When } from '@fingerpost/protos/link/v1/slug'
import { meets } from './condition.rules.ts'
import { phoneOf } from './device.rules.ts'
import type { Traits } from './traits.rules.ts'

type Holds<T> = (wanted: T, visitor: Traits) => boolean

/** How each condition of a rule is checked. */
const CONDITIONS: { [C in keyof When]-?: Holds<NonNullable<When[C]>> } = {
  phone: (system, { userAgent }) => phoneOf(userAgent) === system,
  country: (code, visitor) => visitor.country === code,
  bucket_below: (limit, visitor) => !visitor.bot && visitor.bucket < limit,
}

/** Whether the visitor meets all conditions of a rule, which must have at least one. */
export function matches({ when, all }: Rule, visitor: Traits): boolean {
  for (const name in when) {
    const holds = CONDITIONS[name as keyof When] as Holds<unknown>
    if (!holds(when[name as keyof When], visitor)) return false
  }
  return !all?.some((condition) => !meets(condition, visitor))
}
