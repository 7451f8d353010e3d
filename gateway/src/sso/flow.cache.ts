import type { Redis } from 'ioredis'
import { SSO_SECONDS } from '../sessions/cookie.rules.ts'
import { oneTimeCache } from '../sessions/one-time.cache.ts'
import type { Checks, IdentityProvider } from './provider.adapter.ts'

/** A sign-in between the request to the provider and its answer. */
export interface Flow {
  checks: Checks
  redirectUri: string
  /** The path to which the browser goes afterwards. */
  returnTo: string
  /** The token of the invitation to accept. */
  invitation?: string | undefined
}

/** Started sign-ins; a cookie of the browser holds the token, so no other browser can finish one. */
export const flowCache = (redis: Redis) => oneTimeCache<Flow>(redis, 'sso', SSO_SECONDS * 1_000)

/** Single sign-on, if it is set up. */
export interface Sso {
  provider: IdentityProvider
  flows: ReturnType<typeof flowCache>
}
