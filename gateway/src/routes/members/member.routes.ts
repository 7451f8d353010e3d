import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox'
import type { Member as MemberMessage } from '@fingerpost/protos/catalog/v1/member'
import type { Static } from 'typebox'
import type { Clients } from '../../clients.ts'
import { pathId } from '../../schema/id.rules.ts'
import { pageOf } from '../../schema/shared.schema.ts'
import { DeletedById } from '../../schema/text.schema.ts'
import {
  ListQuery,
  Member,
  MemberList,
  MemberParams,
  RemoveMemberQuery,
  UpdateMember,
} from './member.schema.ts'

const READ = { scope: 'member:read' } as const
const WRITE = { scope: 'member:write' } as const

/** The people of a team and their roles. */
export const memberRoutes =
  ({ members }: Pick<Clients, 'members'>): FastifyPluginAsyncTypebox =>
  async (app) => {
    const params = MemberParams
    const response = { 200: Member }
    const idOf = ({ id }: { id: string }) => pathId(id, 'There is no such member.')

    app.get(
      '/member',
      { config: READ, schema: { querystring: ListQuery, response: { 200: MemberList } } },
      async ({ query, caller, id: requestId }) => {
        const { offset, limit } = pageOf(query)
        const found = await members.listMembers({ offset, limit }, { caller, requestId })
        return { items: found.members.map(toMemberBody), total: found.total, offset, limit }
      },
    )

    app.get(
      '/member/:id',
      { config: READ, schema: { params, response } },
      async ({ params, caller, id: requestId }) =>
        toMemberBody(await members.getMember({ user_id: idOf(params) }, { caller, requestId })),
    )

    app.route({
      method: ['PUT', 'PATCH'],
      url: '/member/:id',
      config: WRITE,
      schema: { params, body: UpdateMember, response },
      handler: async ({ params, body: { role, own_links_only }, caller, id: requestId }) => {
        const user_id = idOf(params)
        const call = { caller, requestId }
        return toMemberBody(
          role === undefined && own_links_only === undefined
            ? await members.getMember({ user_id }, call)
            : await members.changeRole({ user_id, role: role ?? '', own_links_only }, call),
        )
      },
    })

    app.delete(
      '/member/:id',
      {
        config: WRITE,
        schema: { params, querystring: RemoveMemberQuery, response: { 200: DeletedById } },
      },
      async ({ params, query, caller, id: requestId }) => {
        const id = idOf(params)
        const request = { user_id: id, hand_over_keys: query.keys === 'hand_over' }
        await members.removeMember(request, { caller, requestId })
        return { id, deleted: true as const }
      },
    )
  }

const toMemberBody = (member: MemberMessage): Static<typeof Member> => ({
  id: member.user_id,
  email: member.email,
  name: member.name,
  role: member.role,
  own_links_only: member.own_links_only ?? false,
  created_at: (member.created_at ?? new Date(0)).toISOString(),
})
