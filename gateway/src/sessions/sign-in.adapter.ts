import { createSigner } from '@fingerpost/kit/secrets/signature'
import { hashToken } from '@fingerpost/kit/secrets/token'
import type { NewSession } from '@fingerpost/protos/catalog/v1/person'
import { emailKey } from '@fingerpost/protos/email'
import type { FastifyReply, FastifyRequest } from 'fastify'
import type { Limits } from '../limits/limit.hook.ts'
import { knownMarkOf, sessionCookies } from './cookie.rules.ts'

/** Timeout of a call that hashes passwords, which may wait behind those of others. */
export const PASSWORD_MS = 15_000

export type SignIn = ReturnType<typeof signInParts>

/** Limits of sign-ins by account, and the cookies of a new session. */
export function signInParts(limits: Limits, sharedSecret: string) {
  const signer = createSigner(sharedSecret, 'known browser')

  return {
    /**
     * Counts a password that a request sends for an account. Throws rate_limited. Returns what the
     * check of the password waits in turn by.
     */
    async count(request: FastifyRequest, reply: FastifyReply, email: string) {
      const account = emailKey(email)
      const known_browser = signer.check(account, knownMarkOf(request.headers) ?? '')
      await limits.ofAccount(hashToken(account).toString('base64url'), known_browser, reply)
      return { network: limits.siteOf(request), known_browser }
    },

    /** Sends the cookies of a new session. */
    begin({ headers }: FastifyRequest, reply: FastifyReply, { token, person }: NewSession): void {
      const mark = signer.sign(emailKey(person?.email ?? ''))
      reply
        .header('cache-control', 'no-store')
        .header('set-cookie', sessionCookies(headers, token, mark))
    },
  }
}
