import type { FastifyPluginAsync } from 'fastify'
import type { Clients } from '../../clients.ts'
import { bodyOf } from '../../schema/body.mapper.ts'
import { resourceRoutes } from '../resource.routes.ts'
import { CreateView, ListViewsQuery, UpdateView, View } from './view.schema.ts'

const toViewBody = bodyOf(View)

/** Saved views of the dashboard. */
export const viewRoutes = ({ views }: Pick<Clients, 'views'>): FastifyPluginAsync =>
  resourceRoutes({
    path: '/view',
    noun: 'view',
    read: { scope: 'catalog:read' },
    write: { scope: 'catalog:write' },
    schemas: { query: ListViewsQuery, one: View, create: CreateView, update: UpdateView },
    async list({ offset, limit, search, page_name: page, sort = 'name', order }, call) {
      const sorted = { sort, order: order ?? (sort === 'name' ? 'asc' : 'desc') }
      const found = await views.list({ offset, limit, search, ...sorted, page }, call)
      return { items: found.views.map(toViewBody), total: found.total }
    },
    create: async ({ name, page, query }, call) =>
      toViewBody(await views.create({ name, page, query }, call)),
    get: async (it, call) => toViewBody(await views.get(it, call)),
    update: async (id, { name, page, query }, call) =>
      toViewBody(await views.update({ id, name, page, query }, call)),
    remove: views.delete,
  })
