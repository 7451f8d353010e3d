import type { Headers } from './match.rules.ts'
import type { Visit } from './resolve.rules.ts'

/** Visitor traits that need more than the request: the bot list, a database or a hash. */
export interface VisitorTraits {
  isBot(userAgent: string): boolean
  /** ISO 3166-1; undefined when unknown. */
  countryOf(ip: string): string | undefined
  /** 0 up to 100, the same for the same link, address and user agent. */
  bucketOf(linkId: number, ip: string, userAgent: string): number
}

/** One visitor of one link. Bot, country and bucket are computed once, when a rule reads them. */
export class Visitor implements Visit {
  exhausted = false
  unlocked = false
  readonly nowMs: number
  readonly counts: boolean
  readonly query: string
  readonly headers: Headers
  readonly userAgent: string
  readonly ip: string
  readonly #linkId: number
  readonly #traits: VisitorTraits
  #country: string | undefined
  #bot: boolean | undefined
  #bucket: number | undefined

  constructor(
    facts: Pick<Visit, 'nowMs' | 'counts' | 'query' | 'headers'> & {
      ip: string
      linkId: number
      /** Overrides the country of the address. */
      country?: string | undefined
    },
    traits: VisitorTraits,
  ) {
    this.nowMs = facts.nowMs
    this.counts = facts.counts
    this.query = facts.query
    this.headers = facts.headers
    this.userAgent = (facts.headers['user-agent'] ?? '') as string
    this.ip = facts.ip
    this.#linkId = facts.linkId
    this.#country = facts.country
    this.#traits = traits
  }

  get bot(): boolean {
    this.#bot ??= this.#traits.isBot(this.userAgent)
    return this.#bot
  }

  get country(): string {
    this.#country ??= this.#traits.countryOf(this.ip) ?? ''
    return this.#country
  }

  get bucket(): number {
    this.#bucket ??= this.#traits.bucketOf(this.#linkId, this.ip, this.userAgent)
    return this.#bucket
  }
}
