import { Problem } from '@fingerpost/kit/http/problem'
import type { FastifyInstance } from 'fastify'

declare module 'fastify' {
  interface FastifyContextConfig {
    /** Whether the route uses or sets the password of an account: always, or if its body has one. */
    password?: true | 'optional'
  }
}

/** Rejects every request that uses or sets a password. */
export function refusePasswords(app: FastifyInstance): void {
  app.addHook('onRequest', ({ routeOptions }, _, done) =>
    done(routeOptions.config.password === true ? passwordsDisabled() : undefined),
  )
  app.addHook('preHandler', ({ routeOptions, body }, _, done) => {
    const sent = routeOptions.config.password && (body as { password?: string }).password
    done(sent === undefined ? undefined : passwordsDisabled())
  })
}

function passwordsDisabled(): Problem {
  const detail =
    'Sign-in by password is turned off on this instance. Use another way to sign in, or ask the operator.'
  return new Problem('forbidden', 'passwords_disabled', detail)
}
