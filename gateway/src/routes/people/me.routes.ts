import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox'
import type { Person } from '@fingerpost/protos/catalog/v1/person'
import type { Clients } from '../../clients.ts'
import { toMeBody } from './person.mapper.ts'
import { ChangePassword, Done, JoinTeam, Me, ResetPassword, UpdateMe } from './person.schema.ts'
import { PASSWORD_MS, type SignIn } from './sign-in.adapter.ts'

/** The account of the signed-in user. */
export const meRoutes =
  (
    { people, invitations }: Pick<Clients, 'people' | 'invitations'>,
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
      handler: async ({ body: { name, time_zone }, caller, id: requestId }) => {
        const request = { user_id: caller.userId, name, time_zone }
        return toMeBody(await people.updatePerson(request, { requestId }))
      },
    })

    app.post(
      '/me/password',
      { config, schema: { body: ChangePassword, response: { 201: Me } } },
      async (request, reply) => {
        const { body, caller, headers, id: requestId } = request
        const person = await people.getPerson({ user_id: caller.userId }, { requestId })
        await signIn.count(request, reply, person.email)
        const user_agent = headers['user-agent'] ?? ''
        const made = await people.changePassword(
          { ...body, user_id: caller.userId, user_agent },
          { requestId, timeoutMs: PASSWORD_MS },
        )
        signIn.begin(request, reply, made)
        return reply.code(201).send(toMeBody(made.person as Person))
      },
    )

    app.post(
      '/me/invitation',
      { config, schema: { body: JoinTeam, response: { 201: Me } } },
      async ({ body, caller, id: requestId }, reply) => {
        const request = { user_id: caller.userId, token: body.token }
        const person = await invitations.joinTeam(request, { requestId })
        return reply.code(201).send(toMeBody(person))
      },
    )

    app.post(
      '/password-reset',
      {
        config: { scope: null, access: 'public' },
        schema: { body: ResetPassword, response: { 200: Done } },
      },
      async ({ body, id: requestId }, reply) => {
        await people.resetPassword(body, { requestId, timeoutMs: PASSWORD_MS })
        return reply.send({ done: true })
      },
    )
  }
