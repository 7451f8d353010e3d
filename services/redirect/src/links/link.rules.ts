import type { SlugRecord } from '@fingerpost/protos/link/v1/slug'
import {
  isWeb,
  NO_PARAMETERS,
  type Parameters,
  readParameters,
  splitUrl,
  type UrlParts,
} from './url.rules.ts'
import { locationOf } from './utm.rules.ts'

/**
 * A link during one visit. Everything beside the record is computed on demand, within a
 * microsecond; caching it for each link would take three times the memory.
 */
export class Link {
  readonly record: SlugRecord

  constructor(record: SlugRecord) {
    this.record = record
  }

  get code(): 301 | 302 {
    return this.record.redirect_code === 301 ? 301 : 302
  }

  /**
   * Browsers do not cache a 302. They may cache a 301 for 90 seconds if its destination depends on
   * neither visitor nor time; with a longer lifetime, edits would not be seen.
   */
  get cacheControl(): string {
    const { redirect_code, password_hash, expires_at_ms, expires_after, rules } = this.record
    if (redirect_code !== 301) return 'private, no-store'
    const varies = password_hash || expires_at_ms || expires_after || rules.length > 0
    return varies ? 'no-store' : 'private, max-age=90'
  }

  get main(): Destination {
    return new Destination(this, this.record.url, 'main')
  }
}

/** One of a link's destinations. */
export class Destination {
  /** As stored. */
  readonly url: string
  readonly variant: string
  /** The URL with the link's UTM parameters; used for a visitor without a query. */
  readonly location: string

  /** Throws if the URL cannot be sent in a header. */
  constructor({ record }: Link, url: string, variant: string) {
    this.url = url
    this.variant = variant
    this.location = locationOf(url, record)
  }

  /** `location` split for merging a query into it; undefined for app URLs, which take no query. */
  get parts(): UrlParts | undefined {
    return isWeb(this.location) ? splitUrl(this.location) : undefined
  }

  /** The `utm_*` parameters in `location`. */
  get utm(): Parameters {
    if (!this.location.includes('?')) return NO_PARAMETERS
    return readParameters(this.parts?.query, 'utm_')
  }
}
