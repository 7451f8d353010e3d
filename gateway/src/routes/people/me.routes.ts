import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox'
import type { Person } from '@fingerpost/protos/catalog/v1/person'
import type { Clients } from '../../clients.ts'
import { pathId } from '../../schema/id.rules.ts'
import { IdParams } from '../../schema/shared.schema.ts'
import { PASSWORD_MS, type SignIn } from '../../sessions/sign-in.adapter.ts'
import { toMeBody, toResetBody } from './person.mapper.ts'
import {
  ChangePassword,
  Done,
  JoinTeam,
  Left,
  Me,
  RequestReset,
  ResetDone,
  ResetPassword,
  UpdateMe,
} from './person.schema.ts'

/** The account of the signed-in user. */
export const meRoutes =
  (
    { people, invitations, members }: Pick<Clients, 'people' | 'invitations' | 'members'>,
    signIn: SignIn,
  ): FastifyPluginAsyncTypebox =>
  async (app) => {
    const config = { scope: null, access: 'session' } as const
    const response = { 200: Me }

    app.get('/me', { config, schema: { response } }, async ({ caller, id: requestId }) =>
      toMeBody(await people.getPerson({ user_id: caller.userId }, { requestId })),
    )

    app.route({
      method: ['PUT', 'PATCH'],
      url: '/me',
      config,
      schema: { body: UpdateMe, response },
      handler: async ({ body: { name, time_zone }, caller, actor, id: requestId }) => {
        const request = { user_id: caller.userId, name, time_zone }
        return toMeBody(await people.updatePerson(request, { requestId, actor }))
      },
    })

    app.post(
      '/me/password',
      {
        config: { ...config, password: true },
        schema: { body: ChangePassword, response: { 201: Me } },
      },
      async (request, reply) => {
        const { body, caller, actor, headers, id: requestId } = request
        const person = await people.getPerson({ user_id: caller.userId }, { requestId })
        await signIn.count(request, reply, person.email)
        const user_agent = headers['user-agent'] ?? ''
        const made = await people.changePassword(
          { ...body, user_id: caller.userId, user_agent },
          { requestId, actor, timeoutMs: PASSWORD_MS },
        )
        signIn.begin(request, reply, made)
        return reply.code(201).send(toMeBody(made.person as Person))
      },
    )

    app.delete(
      '/me/organization/:id',
      { config, schema: { params: IdParams, response: { 200: Left } } },
      async ({ params: { id }, caller, actor, id: requestId }) => {
        const orgId = pathId(id, 'You are not a member of this organization.')
        const request = { user_id: caller.userId, hand_over_keys: false, keep: [] }
        await members.removeMember(request, { caller: { ...caller, orgId }, actor, requestId })
        return { id, deleted: true as const }
      },
    )

    app.post(
      '/me/invitation',
      { config, schema: { body: JoinTeam, response: { 201: Me } } },
      async ({ body, caller, actor, id: requestId }, reply) => {
        const request = { user_id: caller.userId, token: body.token }
        const person = await invitations.joinTeam(request, { requestId, actor })
        return reply.code(201).send(toMeBody(person))
      },
    )

    app.post(
      '/password-reset/request',
      {
        config: { scope: null, access: 'public', password: true },
        schema: { body: RequestReset, response: { 202: Done } },
      },
      async ({ body, id: requestId }, reply) => {
        await people.requestPasswordReset(body, { requestId })
        return reply.code(202).send({ done: true })
      },
    )

    app.post(
      '/password-reset',
      {
        config: { scope: null, access: 'public', password: true },
        schema: { body: ResetPassword, response: { 200: ResetDone } },
      },
      async ({ body, actor, id: requestId }, reply) => {
        const call = { requestId, actor, timeoutMs: PASSWORD_MS }
        return reply.send(toResetBody(await people.resetPassword(body, call)))
      },
    )
  }
