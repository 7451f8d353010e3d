import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox'
import { invalid } from '@fingerpost/kit/http/problem'
import type { Invitation as InvitationMessage } from '@fingerpost/protos/catalog/v1/invitation'
import type { Person } from '@fingerpost/protos/catalog/v1/person'
import type { Clients } from '../../clients.ts'
import { bodyOf } from '../../schema/body.mapper.ts'
import { pathId } from '../../schema/id.rules.ts'
import { IdParams, pageOf } from '../../schema/shared.schema.ts'
import { DeletedById } from '../../schema/text.schema.ts'
import { ownOriginOf } from '../../sessions/credential.rules.ts'
import { PASSWORD_MS, type SignIn } from '../../sessions/sign-in.adapter.ts'
import { CreationOptions } from '../passkeys/passkey.schema.ts'
import { toMeBody } from '../people/person.mapper.ts'
import { Me } from '../people/person.schema.ts'
import {
  AcceptInvitation,
  BeginAcceptance,
  CreatedInvitation,
  CreateInvitation,
  Invitation,
  InvitationList,
  InvitationPreview,
  ListQuery,
  PreviewInvitation,
} from './member.schema.ts'

/** Timeout of a call that waits for a mail server. */
const MAIL_MS = 10_000

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
      async ({ body: { role, email, own_links_only }, caller, id: requestId }, reply) => {
        const request = { role, email: email || undefined, own_links_only }
        const made = await invitations.createInvitation(request, {
          caller,
          requestId,
          timeoutMs: MAIL_MS,
        })
        const invitation = toInvitationBody(made.invitation as InvitationMessage)
        return reply
          .code(201)
          .header('cache-control', 'no-store')
          .send({ ...invitation, token: made.token, mailed: made.mailed ?? null })
      },
    )

    app.delete(
      '/invitation/:id',
      { config, schema: { params: IdParams, response: { 200: DeletedById } } },
      async ({ params, caller, id: requestId }) => {
        const id = pathId(params.id, 'There is no such invitation.')
        await invitations.deleteInvitation({ id }, { caller, requestId })
        return { id, deleted: true as const }
      },
    )

    app.post(
      '/invitation/preview',
      {
        config: { scope: null, access: 'public' },
        schema: { body: PreviewInvitation, response: { 200: InvitationPreview } },
      },
      async ({ body, id: requestId }, reply) => {
        const found = await invitations.previewInvitation(body, { requestId })
        const { role, email, expires_at } = toInvitationBody(found.invitation as InvitationMessage)
        const organization = { id: String(found.org_id), name: found.org_name }
        return reply
          .header('cache-control', 'no-store')
          .send({ organization, role, email, expires_at })
      },
    )

    app.post(
      '/invitation/passkey/options',
      {
        config: { scope: null, access: 'public' },
        schema: { body: BeginAcceptance, response: { 201: CreationOptions } },
      },
      async (request, reply) => {
        const asked = { ...request.body, origin: ownOriginOf(request) }
        const { json } = await invitations.beginPasskey(asked, { requestId: request.id })
        reply.code(201).header('cache-control', 'no-store')
        return reply.send(JSON.parse(json) as CreationOptions)
      },
    )

    app.post(
      '/invitation/accept',
      {
        config: { scope: null, access: 'public', password: 'optional' },
        schema: { body: AcceptInvitation, response: { 201: Me } },
      },
      async (request, reply) => {
        const { password = '', passkey: given, ...person } = request.body
        if (!password && !given) throw invalid([NO_CREDENTIAL])
        const passkey = given && {
          origin: ownOriginOf(request),
          name: given.name,
          response: JSON.stringify(given.response),
        }
        const user_agent = request.headers['user-agent'] ?? ''
        const made = await invitations.acceptInvitation(
          { ...person, password, passkey, user_agent },
          { requestId: request.id, actor: request.actor, timeoutMs: PASSWORD_MS },
        )
        signIn.begin(request, reply, made)
        return reply.code(201).send(toMeBody(made.person as Person))
      },
    )
  }

const NO_CREDENTIAL = { field: 'password', code: 'required', detail: 'is required without passkey' }

const toInvitationBody = ({ own_links_only = false, ...it }: InvitationMessage) =>
  toBody({ ...it, own_links_only })
const toBody = bodyOf(Invitation)
