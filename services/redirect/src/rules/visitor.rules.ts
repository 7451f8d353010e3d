import type { Agent } from '@fingerpost/kit/visitor/agent'
import type { Visit } from './resolve.rules.ts'
import type { Clock, Headers } from './traits.rules.ts'

/** Visitor traits that need more than the request: the bot list, a database or a hash. */
export interface VisitorTraits {
  isBot(userAgent: string): boolean
  /** Empty when unknown. */
  countryOf(ip: string): string
  placesOf(ip: string): Places
  agentOf(headers: Headers): Agent
  clockIn(timezone: string, atMs: number): Clock
  isIn(ip: string, network: string): boolean
  /** 0 up to 100, the same for the same link, address and user agent. */
  bucketOf(linkId: number, ip: string, userAgent: string): number
}

type Places = Pick<Visit, 'regions' | 'cities'>

/** One visitor of one link. What a rule reads is computed once, when it does. */
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
  #agent: Agent | undefined
  #places: Places | undefined

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
    this.#country ??= this.#traits.countryOf(this.ip)
    return this.#country
  }

  get bucket(): number {
    this.#bucket ??= this.#traits.bucketOf(this.#linkId, this.ip, this.userAgent)
    return this.#bucket
  }

  get agent(): Agent {
    this.#agent ??= this.#traits.agentOf(this.headers)
    return this.#agent
  }

  get regions(): readonly string[] {
    return this.#located.regions
  }

  get cities(): readonly string[] {
    return this.#located.cities
  }

  get #located(): Places {
    this.#places ??= this.#traits.placesOf(this.ip)
    return this.#places
  }

  clockIn(timezone: string): Clock {
    return this.#traits.clockIn(timezone, this.nowMs)
  }

  isIn(network: string): boolean {
    return this.#traits.isIn(this.ip, network)
  }
}
