import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox'
import type { View as ViewMessage } from '@fingerpost/protos/catalog/v1/view'
import type { Static } from 'typebox'
import type { Clients } from '../../clients.ts'
import { pathId } from '../../schema/id.rules.ts'
import { pageOf } from '../../schema/shared.schema.ts'
import { DeletedById } from '../../schema/text.schema.ts'
import {
  CreateView,
  ListViewsQuery,
  UpdateView,
  View,
  ViewList,
  ViewParams,
} from './view.schema.ts'

const READ = { scope: 'catalog:read' } as const
const WRITE = { scope: 'catalog:write' } as const

/** Saved views of the dashboard. */
export const viewRoutes =
  ({ views }: Pick<Clients, 'views'>): FastifyPluginAsyncTypebox =>
  async (app) => {
    const one = '/view/:id'
    const params = ViewParams
    const idOf = ({ id }: { id: string }) => pathId(id, 'There is no such view.')

    app.get(
      '/view',
      { config: READ, schema: { querystring: ListViewsQuery, response: { 200: ViewList } } },
      async ({ query, caller, id: requestId }) => {
        const { offset, limit } = pageOf(query)
        const { search, page_name: page, sort = 'name' } = query
        const order = query.order ?? (sort === 'name' ? 'asc' : 'desc')
        const request = { offset, limit, search, sort, order, page }
        const found = await views.list(request, { caller, requestId })
        return { items: found.views.map(toViewBody), total: found.total, offset, limit }
      },
    )

    app.post(
      '/view',
      { config: WRITE, schema: { body: CreateView, response: { 201: View } } },
      async ({ body: { name, page, query }, caller, id: requestId }, reply) => {
        const made = await views.create({ name, page, query }, { caller, requestId })
        return reply.code(201).header('location', `/api/view/${made.id}`).send(toViewBody(made))
      },
    )

    app.get(
      one,
      { config: READ, schema: { params, response: { 200: View } } },
      async ({ params, caller, id: requestId }) =>
        toViewBody(await views.get({ id: idOf(params) }, { caller, requestId })),
    )

    app.route({
      method: ['PUT', 'PATCH'],
      url: one,
      config: WRITE,
      schema: { params, body: UpdateView, response: { 200: View } },
      handler: async ({ params, body: { name, page, query }, caller, id: requestId }) => {
        const request = { id: idOf(params), name, page, query }
        return toViewBody(await views.update(request, { caller, requestId }))
      },
    })

    app.delete(
      one,
      { config: WRITE, schema: { params, response: { 200: DeletedById } } },
      async ({ params, caller, id: requestId }) => {
        const id = idOf(params)
        await views.delete({ id }, { caller, requestId })
        return { id, deleted: true as const }
      },
    )
  }

const toViewBody = ({
  created_by: createdBy,
  created_at: createdAt,
  updated_at: updatedAt,
  ...view
}: ViewMessage): Static<typeof View> => ({
  ...view,
  created_by: String(createdBy),
  created_at: (createdAt ?? new Date(0)).toISOString(),
  updated_at: (updatedAt ?? new Date(0)).toISOString(),
})
