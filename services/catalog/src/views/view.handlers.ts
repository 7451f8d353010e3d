import { actorOf } from '@fingerpost/kit/audit/actor'
import { changeAs } from '@fingerpost/kit/audit/change-as'
import type { Handlers } from '@fingerpost/kit/grpc/server'
import { invalid, notFound } from '@fingerpost/kit/http/problem'
import type { Postgres } from '@fingerpost/kit/stores/postgres'
import type { TeamQuota } from '@fingerpost/kit/stores/quota'
import type { ViewsService } from '@fingerpost/protos/catalog/v1/view'
import type { CatalogSchema } from '../catalog.schema.ts'
import { namedRepository } from '../names/named.repository.ts'
import { checkNewView, checkView, toView } from './view.rules.ts'

export const viewHandlers = (
  { db }: Postgres<CatalogSchema>,
  quota: TeamQuota,
): Handlers<ViewsService> => {
  const views = namedRepository(db, 'views')

  return {
    async list({ page, ...request }, { caller }) {
      const equal = page === undefined ? {} : { page }
      const { rows, total } = await views.list(caller().orgId, request, equal)
      return { views: rows.map(toView), total }
    },

    async get({ id }, { caller }) {
      const row = await views.get(caller().orgId, id)
      if (!row) throw missing()
      return toView(row)
    },

    async create(request, context) {
      const view = checkNewView(request)
      if (Array.isArray(view)) throw invalid(view)
      const { orgId, userId } = context.caller()
      const row = await quota.add(
        db,
        orgId,
        (tx) => namedRepository(tx, 'views').count(orgId),
        (tx) =>
          changeAs(tx, actorOf(context), (it) =>
            namedRepository(it, 'views').insert(orgId, { ...view, created_by: userId }),
          ),
      )
      return toView(row)
    },

    async update({ id, ...fields }, context) {
      const changes = checkView(fields)
      if (Array.isArray(changes)) throw invalid(changes)
      const row = await changeAs(db, actorOf(context), (tx) =>
        namedRepository(tx, 'views').update(context.caller().orgId, id, changes),
      )
      if (!row) throw missing()
      return toView(row)
    },

    async delete({ id }, context) {
      const gone = await changeAs(db, actorOf(context), (tx) =>
        namedRepository(tx, 'views').delete(context.caller().orgId, id),
      )
      if (!gone) throw missing()
      return {}
    },
  }
}

const missing = () => notFound('There is no such view.')
