import type { Rule, When } from '@fingerpost/protos/link/v1/slug'
import { phoneOf } from './device.rules.ts'

/** The headers of a request, in lower case. */
export type Headers = Readonly<Record<string, string | string[] | undefined>>

/** The traits of a visitor that conditions read. */
export interface Traits {
  readonly headers: Headers
  userAgent: string
  readonly bot: boolean
  /** ISO 3166-1; empty when unknown. */
  readonly country: string
  /** Position for A/B splits, 0 up to 100: stable for one visitor and link. */
  readonly bucket: number
}

type Holds<T> = (wanted: T, visitor: Traits) => boolean

/** How each condition of a rule is checked. */
const CONDITIONS: { [C in keyof When]-?: Holds<NonNullable<When[C]>> } = {
  phone: (system, { userAgent }) => phoneOf(userAgent) === system,
  country: (code, visitor) => visitor.country === code,
  bucket_below: (limit, visitor) => !visitor.bot && visitor.bucket < limit,
}

/** Whether the visitor meets all conditions of a rule, which must have at least one. */
export function matches({ when }: Rule, visitor: Traits): boolean {
  for (const name in when) {
    const holds = CONDITIONS[name as keyof When] as Holds<unknown>
    if (!holds(when[name as keyof When], visitor)) return false
  }
  return true
}
