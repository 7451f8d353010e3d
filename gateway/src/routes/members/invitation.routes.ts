import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox'
import type { Invitation as InvitationMessage } from '@fingerpost/protos/catalog/v1/invitation'
import type { Person } from '@fingerpost/protos/catalog/v1/person'
import type { Static } from 'typebox'
import type { Clients } from '../../clients.ts'
import { pathId } from '../../schema/id.rules.ts'
import { pageOf } from '../../schema/shared.schema.ts'
import { DeletedById } from '../../schema/text.schema.ts'
import { toMeBody } from '../people/person.mapper.ts'
import { Me } from '../people/person.schema.ts'
import { PASSWORD_MS, type SignIn } from '../people/sign-in.adapter.ts'
import {
  AcceptInvitation,
  CreatedInvitation,
  CreateInvitation,
  type Invitation,
  InvitationList,
  ListQuery,
  MemberParams,
} from './member.schema.ts'

/** Invitations to a team, and the account that a new person creates with one. */
export const invitationRoutes =
  ({ invitations }: Pick<Clients, 'invitations'>, signIn: SignIn): FastifyPluginAsyncTypebox =>
  async (app) => {
    const config = { scope: 'member:write' } as const

    app.get(
      '/invitation',
      { config, schema: { querystring: ListQuery, response: { 200: InvitationList } } },
      async ({ query, caller, id: requestId }) => {
        const { offset, limit } = pageOf(query)
        const found = await invitations.listInvitations({ offset, limit }, { caller, requestId })
        const items = found.invitations.map(toInvitationBody)
        return { items, total: found.total, offset, limit }
      },
    )

    app.post(
      '/invitation',
      { config, schema: { body: CreateInvitation, response: { 201: CreatedInvitation } } },
      async ({ body: { role, email }, caller, id: requestId }, reply) => {
        const request = { role, email: email ?? undefined }
        const made = await invitations.createInvitation(request, { caller, requestId })
        const invitation = toInvitationBody(made.invitation as InvitationMessage)
        return reply
          .code(201)
          .header('cache-control', 'no-store')
          .send({ ...invitation, token: made.token })
      },
    )

    app.delete(
      '/invitation/:id',
      { config, schema: { params: MemberParams, response: { 200: DeletedById } } },
      async ({ params, caller, id: requestId }) => {
        const id = pathId(params.id, 'There is no such invitation.')
        await invitations.deleteInvitation({ id }, { caller, requestId })
        return { id, deleted: true as const }
      },
    )

    app.post(
      '/invitation/accept',
      {
        config: { scope: null, access: 'public' },
        schema: { body: AcceptInvitation, response: { 201: Me } },
      },
      async (request, reply) => {
        const user_agent = request.headers['user-agent'] ?? ''
        const made = await invitations.acceptInvitation(
          { ...request.body, user_agent },
          { requestId: request.id, timeoutMs: PASSWORD_MS },
        )
        signIn.begin(request, reply, made)
        return reply.code(201).send(toMeBody(made.person as Person))
      },
    )
  }

const toInvitationBody = (it: InvitationMessage): Static<typeof Invitation> => ({
  id: it.id,
  role: it.role,
  email: it.email ?? null,
  expires_at: (it.expires_at ?? new Date(0)).toISOString(),
  created_at: (it.created_at ?? new Date(0)).toISOString(),
})
