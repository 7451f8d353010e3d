import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox'
import type { Person } from '@fingerpost/protos/catalog/v1/person'
import type { Clients } from '../../clients.ts'
import { bodyOf } from '../../schema/body.mapper.ts'
import { pathId } from '../../schema/id.rules.ts'
import { IdParams, pageOf } from '../../schema/shared.schema.ts'
import { DeletedById } from '../../schema/text.schema.ts'
import { endedCookie } from '../../sessions/cookie.rules.ts'
import { PASSWORD_MS, type SignIn } from '../../sessions/sign-in.adapter.ts'
import { toMeBody } from './person.mapper.ts'
import { Ended, ListSessionsQuery, Me, Session, SessionList, SignInBody } from './person.schema.ts'

const toSessionBody = bodyOf(Session)

/** Signing in by password, and the user's sessions. */
export const sessionRoutes =
  ({ sessions }: Pick<Clients, 'sessions'>, signIn: SignIn): FastifyPluginAsyncTypebox =>
  async (app) => {
    const config = { scope: null, access: 'session' } as const

    app.post(
      '/session',
      {
        config: { scope: null, access: 'public', password: true },
        schema: { body: SignInBody, response: { 201: Me } },
      },
      async (request, reply) => {
        const { email, password } = request.body
        const turn = await signIn.count(request, reply, email)
        const user_agent = request.headers['user-agent'] ?? ''
        const made = await sessions.signIn(
          { email, password, user_agent, ...turn },
          { requestId: request.id, actor: request.actor, timeoutMs: PASSWORD_MS },
        )
        signIn.begin(request, reply, made)
        return reply.code(201).send(toMeBody(made.person as Person))
      },
    )

    app.delete(
      '/session',
      { config, schema: { response: { 200: Ended } } },
      async ({ headers, caller, actor, sessionId = 0, id: requestId }, reply) => {
        const request = { user_id: caller.userId, id: sessionId }
        await sessions.endSession(request, { requestId, actor })
        return reply.header('set-cookie', endedCookie(headers)).send({ ended: true })
      },
    )

    app.get(
      '/me/session',
      { config, schema: { querystring: ListSessionsQuery, response: { 200: SessionList } } },
      async ({ query, caller, sessionId, id: requestId }) => {
        const { offset, limit } = pageOf(query)
        const request = { user_id: caller.userId, offset, limit }
        const found = await sessions.listSessions(request, { requestId })
        const items = found.sessions.map((it) =>
          toSessionBody({ ...it, current: it.id === sessionId }),
        )
        return { items, total: found.total, offset, limit }
      },
    )

    app.delete(
      '/me/session',
      { config, schema: { response: { 200: Ended } } },
      async ({ headers, caller, actor, id: requestId }, reply) => {
        await sessions.endSessions({ user_id: caller.userId }, { requestId, actor })
        return reply.header('set-cookie', endedCookie(headers)).send({ ended: true })
      },
    )

    app.delete(
      '/me/session/:id',
      { config, schema: { params: IdParams, response: { 200: DeletedById } } },
      async ({ params, caller, actor, id: requestId }) => {
        const id = pathId(params.id, 'There is no such session.')
        await sessions.endSession({ user_id: caller.userId, id }, { requestId, actor })
        return { id, deleted: true as const }
      },
    )
  }
