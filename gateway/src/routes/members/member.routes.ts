import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox'
import type { Member as MemberMessage } from '@fingerpost/protos/catalog/v1/member'
import type { Clients } from '../../clients.ts'
import { bodyOf } from '../../schema/body.mapper.ts'
import { pathId } from '../../schema/id.rules.ts'
import { IdParams, pageOf } from '../../schema/shared.schema.ts'
import { toCreatedKeyBody } from '../keys/key.routes.ts'
import {
  ListQuery,
  Member,
  MemberList,
  MemberTasks,
  RemovedMember,
  RemoveMemberQuery,
  UpdateMember,
} from './member.schema.ts'

const READ = { scope: 'member:read' } as const
const WRITE = { scope: 'member:write' } as const

/** The people of a team and their roles. */
export const memberRoutes =
  ({ members, tasks }: Pick<Clients, 'members' | 'tasks'>): FastifyPluginAsyncTypebox =>
  async (app) => {
    const params = IdParams
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

    app.get(
      '/member/:id/tasks',
      { config: WRITE, schema: { params, response: { 200: MemberTasks } } },
      async ({ params, caller, id: requestId }) => {
        const call = { caller, requestId }
        const user_id = idOf(params)
        await members.getMember({ user_id }, call)
        const { webhooks, imports } = await tasks.listTasks({ user_id }, call)
        return {
          webhooks,
          imports: imports.map(({ id, status }) => ({ job_id: String(id), status })),
        }
      },
    )

    app.delete(
      '/member/:id',
      {
        config: WRITE,
        schema: { params, querystring: RemoveMemberQuery, response: { 200: RemovedMember } },
      },
      async ({ params, query, caller, id: requestId }) => {
        const id = idOf(params)
        const { keys: fate, keep = [] } = query
        const request = { user_id: id, hand_over_keys: fate === 'hand_over', keep }
        const removed = await members.removeMember(request, { caller, requestId })
        const keys = removed.keys.map(toCreatedKeyBody)
        return { id, deleted: true as const, keys }
      },
    )
  }

const toMemberBody = ({ user_id: id, own_links_only = false, ...member }: MemberMessage) =>
  toBody({ ...member, id, own_links_only })
const toBody = bodyOf(Member)
