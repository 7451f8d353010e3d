import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox'
import type { DeletePasskeyRequest } from '@fingerpost/protos/catalog/v1/passkey'
import type { Person } from '@fingerpost/protos/catalog/v1/person'
import type { Clients } from '../../clients.ts'
import { bodyOf } from '../../schema/body.mapper.ts'
import { pathId } from '../../schema/id.rules.ts'
import { IdParams } from '../../schema/shared.schema.ts'
import { DeletedById } from '../../schema/text.schema.ts'
import { ownOriginOf } from '../../sessions/credential.rules.ts'
import type { SignIn } from '../../sessions/sign-in.adapter.ts'
import { toMeBody } from '../people/person.mapper.ts'
import { Me } from '../people/person.schema.ts'
import {
  CreationOptions,
  Passkey,
  PasskeyList,
  RegisterPasskey,
  RequestOptions,
  SignInByPasskey,
  UpdatePasskey,
} from './passkey.schema.ts'

/** Signing in by passkey, and the user's passkeys; `without` are ways to sign in that are off. */
export const passkeyRoutes =
  (
    { passkeys }: Pick<Clients, 'passkeys'>,
    signIn: SignIn,
    without: Pick<DeletePasskeyRequest, 'without_password' | 'without_sso'>,
  ): FastifyPluginAsyncTypebox =>
  async (app) => {
    const open = { scope: null, access: 'public' } as const
    const config = { scope: null, access: 'session' } as const
    const params = IdParams
    const idOf = ({ id }: { id: string }) => pathId(id, 'There is no such passkey.')

    app.post(
      '/session/passkey/options',
      { config: open, schema: { response: { 201: RequestOptions } } },
      async (request, reply) => {
        const origin = ownOriginOf(request)
        const { json } = await passkeys.beginSignIn({ origin }, { requestId: request.id })
        reply.code(201).header('cache-control', 'no-store')
        return reply.send(JSON.parse(json) as RequestOptions)
      },
    )

    app.post(
      '/session/passkey',
      { config: open, schema: { body: SignInByPasskey, response: { 201: Me } } },
      async (request, reply) => {
        const { body, headers, actor, id: requestId } = request
        const made = await passkeys.signInByPasskey(
          {
            origin: ownOriginOf(request),
            response: JSON.stringify(body.response),
            user_agent: headers['user-agent'] ?? '',
          },
          { requestId, actor },
        )
        signIn.begin(request, reply, made)
        return reply.code(201).send(toMeBody(made.person as Person))
      },
    )

    app.post(
      '/me/passkey/options',
      { config, schema: { response: { 201: CreationOptions } } },
      async (request, reply) => {
        const asked = { user_id: request.caller.userId, origin: ownOriginOf(request) }
        const { json } = await passkeys.beginRegistration(asked, { requestId: request.id })
        reply.code(201).header('cache-control', 'no-store')
        return reply.send(JSON.parse(json) as CreationOptions)
      },
    )

    app.post(
      '/me/passkey',
      { config, schema: { body: RegisterPasskey, response: { 201: Passkey } } },
      async (request, reply) => {
        const { body, caller, actor, id: requestId } = request
        const made = await passkeys.registerPasskey(
          {
            user_id: caller.userId,
            origin: ownOriginOf(request),
            name: body.name,
            response: JSON.stringify(body.response),
          },
          { requestId, actor },
        )
        return reply.code(201).send(toPasskeyBody(made))
      },
    )

    app.get(
      '/me/passkey',
      { config, schema: { response: { 200: PasskeyList } } },
      async ({ caller, id: requestId }) => {
        const found = await passkeys.listPasskeys({ user_id: caller.userId }, { requestId })
        const items = found.passkeys.map(toPasskeyBody)
        return { items, total: items.length }
      },
    )

    app.route({
      method: ['PUT', 'PATCH'],
      url: '/me/passkey/:id',
      config,
      schema: { params, body: UpdatePasskey, response: { 200: Passkey } },
      handler: async ({ params, body: { name }, caller, actor, id: requestId }) => {
        const request = { user_id: caller.userId, id: idOf(params), name }
        return toPasskeyBody(await passkeys.renamePasskey(request, { requestId, actor }))
      },
    })

    app.delete(
      '/me/passkey/:id',
      { config, schema: { params, response: { 200: DeletedById } } },
      async ({ params, caller, actor, id: requestId }) => {
        const request = { user_id: caller.userId, id: idOf(params), ...without }
        await passkeys.deletePasskey(request, { requestId, actor })
        return { id: request.id, deleted: true as const }
      },
    )
  }

const toPasskeyBody = bodyOf(Passkey)
