import type { Agent } from '@fingerpost/kit/visitor/agent'

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
  nowMs: number
  /** Empty when unknown. */
  readonly ip: string
  /** The visitor's query, safe for a header. */
  query: string
  readonly agent: Pick<Agent, 'device' | 'os' | 'platform' | 'browser'>
  /** Names and codes (ISO 3166-2) of the visitor's region; none when unknown. */
  readonly regions: readonly string[]
  /** The names of the visitor's city; none when unknown. */
  readonly cities: readonly string[]
  /** The local time in a zone. */
  clockIn(timezone: string): Clock
  /** Whether the address of the visitor is in a network (CIDR). */
  isIn(network: string): boolean
}

/** A local time: the day of the week, Monday is 0, and the minute of the day. */
export interface Clock {
  day: number
  minutes: number
}
