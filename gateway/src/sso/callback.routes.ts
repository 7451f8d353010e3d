import type { Client } from '@fingerpost/kit/grpc/client'
import { asProblem } from '@fingerpost/kit/grpc/problem-status'
import { PROBLEM_KINDS, Problem, unavailable } from '@fingerpost/kit/http/problem'
import { page } from '@fingerpost/kit/visitor/page'
import type { IdentitiesService } from '@fingerpost/protos/catalog/v1/identity'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { anonymousActor } from '../auth.ts'
import type { Limits } from '../limits/limit.hook.ts'
import { endedSsoCookie, ssoTokenOf } from '../sessions/cookie.rules.ts'
import type { SignIn } from '../sessions/sign-in.adapter.ts'
import type { Flow, Sso } from './flow.cache.ts'
import type { Identity } from './provider.adapter.ts'
import { failurePage } from './sso.rules.ts'

/** The end of single sign-on: the provider sends the browser here, and it leaves with a session. */
export function callbackRoutes(
  app: FastifyInstance,
  { provider, flows }: Sso,
  identities: Client<IdentitiesService>,
  signIn: SignIn,
  limits: Limits,
): void {
  /** The sign-in that this browser has started, once. Throws forbidden. */
  async function take({ headers }: FastifyRequest): Promise<Flow> {
    const flow = await flows.take(ssoTokenOf(headers) ?? '').catch((error) => {
      throw unavailable('Single sign-on is temporarily unavailable. Try again.', error)
    })
    if (flow) return flow
    const detail =
      'This sign-in was started in another browser, was finished already, or took longer than ten minutes. Sign in again.'
    throw new Problem('forbidden', 'sso_expired', detail)
  }

  app.get('/sso/callback', { schema: { hide: true } }, async (request, reply) => {
    reply.header('set-cookie', endedSsoCookie(request.headers)).header('cache-control', 'no-store')
    let identity: Identity | undefined
    try {
      const flow = await take(request)
      identity = await provider.finish(answerOf(request, flow), flow.checks)
      const { invitation, returnTo } = flow
      const user_agent = request.headers['user-agent'] ?? ''
      const made = await identities.signInByIdentity(
        { ...identity, invitation, user_agent },
        { requestId: request.id, actor: anonymousActor(limits, request) },
      )
      signIn.begin(request, reply, made)
      return reply.redirect(returnTo, 303)
    } catch (error) {
      return refuse(asProblem(error, request.id), identity, request, reply)
    }
  })
}

/** The URL to which the provider sent the browser, with the host as the browser knows it. */
function answerOf({ url }: FastifyRequest, { redirectUri }: Flow): URL {
  const answer = new URL(redirectUri)
  answer.search = url.slice(url.indexOf('?') + 1)
  return answer
}

/** Logs why a sign-in was refused, and answers with a page that says what the person can do. */
function refuse(
  problem: Problem,
  identity: Identity | undefined,
  { id, log }: FastifyRequest,
  reply: FastifyReply,
): FastifyReply {
  const { kind, code, message, cause } = problem
  const reason = cause instanceof Error ? cause.message : message
  const { issuer, subject, email } = identity ?? {}
  const line = { code, reason, issuer, subject, email }
  if (kind === 'internal') log.error({ ...line, err: cause }, 'single sign-on failed')
  else log.warn(line, 'single sign-on refused')
  const { headers, status, body } = page(failurePage(problem, PROBLEM_KINDS[kind].http, id))
  for (let i = 0; i < headers.length; i += 2) reply.header(headers[i] ?? '', headers[i + 1])
  return reply.code(status).send(body)
}
