import type { Visit } from './resolve.rules.ts'

/** Visitor traits that need more than the request: the bot list, a database or a hash. */
export interface VisitorTraits {
  isBot(userAgent: string): boolean
  /** ISO 3166-1; undefined when unknown. */
  countryOf(ip: string): string | undefined
  /** 0 up to 100, the same for the same link, address and user agent. */
  bucketOf(linkId: number, ip: string, userAgent: string): number
}

/** One visitor of one link. Bot, country and bucket are computed when a rule reads them. */
export class Visitor implements Visit {
  spent = false
  unlocked = false
  readonly nowMs: number
  readonly counts: boolean
  readonly query: string
  readonly userAgent: string
  readonly ip: string
  readonly #linkId: number
  readonly #country: string | undefined
  readonly #traits: VisitorTraits

  constructor(
    facts: Pick<Visit, 'nowMs' | 'counts' | 'query' | 'userAgent'> & {
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
    this.userAgent = facts.userAgent
    this.ip = facts.ip
    this.#linkId = facts.linkId
    this.#country = facts.country
    this.#traits = traits
  }

  get bot(): boolean {
    return this.#traits.isBot(this.userAgent)
  }

  get country(): string | undefined {
    return this.#country ?? this.#traits.countryOf(this.ip)
  }

  get bucket(): number {
    return this.#traits.bucketOf(this.#linkId, this.ip, this.userAgent)
  }
}
