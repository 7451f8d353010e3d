import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox'
import { notFound, Problem, unavailable } from '@fingerpost/kit/http/problem'
import { ssoCookie } from '../../sessions/cookie.rules.ts'
import { requireOwnOrigin } from '../../sessions/credential.rules.ts'
import type { Sso } from '../../sso/flow.cache.ts'
import { CALLBACK_PATH, returnPath } from '../../sso/sso.rules.ts'
import { SignInMethods, StartedSso, StartSso } from './person.schema.ts'

/** The ways to sign in, and the start of single sign-on; `sso` is undefined if it is not set up. */
export const ssoRoutes =
  (sso: Sso | undefined, passwords: boolean): FastifyPluginAsyncTypebox =>
  async (app) => {
    const config = { scope: null, access: 'public' } as const

    app.get(
      '/session/methods',
      { config, schema: { response: { 200: SignInMethods } } },
      async () => ({
        password: passwords,
        passkey: true,
        sso: sso ? { name: sso.provider.name } : null,
      }),
    )

    app.post(
      '/session/sso',
      { config, schema: { body: StartSso, response: { 201: StartedSso } } },
      async (request, reply) => {
        const { body, headers, log } = request
        requireOwnOrigin(request)
        const returnTo = returnPath(body.return_to)
        if (!sso) throw notFound('Single sign-on is not set up on this instance.')
        const redirectUri = new URL(CALLBACK_PATH, headers.origin).href
        const { url, checks } = await sso.provider.begin(redirectUri).catch((error) => {
          if (!(error instanceof Problem)) throw error
          const { code, cause } = error
          log.warn({ code, reason: (cause as Error).message }, 'single sign-on refused')
          throw error
        })
        const flow = { checks, redirectUri, returnTo, invitation: body.invitation }
        const { token } = await sso.flows.save(flow).catch((error) => {
          throw unavailable('Single sign-on is temporarily unavailable. Try again.', error)
        })
        return reply
          .code(201)
          .headers({ 'cache-control': 'no-store', 'set-cookie': ssoCookie(headers, token) })
          .send({ url })
      },
    )
  }
