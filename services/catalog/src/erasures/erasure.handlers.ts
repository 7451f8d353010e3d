import { createTeamQueue } from '@fingerpost/kit/async/fair-share'
import { actorOf, OPERATOR } from '@fingerpost/kit/audit/actor'
import { changeAs } from '@fingerpost/kit/audit/change-as'
import type { CallContext } from '@fingerpost/kit/grpc/context'
import type { Handlers } from '@fingerpost/kit/grpc/server'
import { invalid, notFound } from '@fingerpost/kit/http/problem'
import type { Postgres } from '@fingerpost/kit/stores/postgres'
import type { CreateErasureRequest, ErasuresService } from '@fingerpost/protos/catalog/v1/erasure'
import type { CatalogSchema } from '../catalog.schema.ts'
import { memberRepository } from '../members/member.repository.ts'
import { requireAdmin } from '../members/member.rules.ts'
import { erasureRepository } from './erasure.repository.ts'
import { checkErasure, requireQuota, toCriteria, toErasure } from './erasure.rules.ts'

type Request = Omit<CreateErasureRequest, 'deleted_links'>

export const erasureHandlers = ({ db }: Postgres<CatalogSchema>): Handlers<ErasuresService> => {
  const erasures = erasureRepository(db)
  const adding = createTeamQueue()
  const requirePower = async ({ caller }: CallContext, what = 'erase clicks') =>
    requireAdmin(await memberRepository(db).powerOf(caller()), what)

  /** The criteria of an erasure that the caller may request. */
  async function allowedCriteria(request: Request, context: CallContext, now: Date) {
    await requirePower(context)
    const criteria = checkErasure(request, now)
    if (Array.isArray(criteria)) throw invalid(criteria)
    const { domain_id } = criteria
    if (domain_id !== null && !(await erasures.hadDomain(context.caller().orgId, domain_id))) {
      throw notFound('There is no such domain.')
    }
    return criteria
  }

  return {
    async createErasure({ deleted_links: ofDeletedLinks, ...request }, context) {
      const { orgId, userId } = context.caller()
      const criteria = await allowedCriteria(request, context, new Date())
      const add = async (tx: typeof db) => {
        const repository = erasureRepository(tx)
        await repository.lock(orgId)
        const known = ofDeletedLinks
          ? await repository.ofDeletedLinks(orgId, criteria.link_ids)
          : undefined
        if (known) return known
        requireQuota(await repository.load(orgId))
        return repository.insert(orgId, criteria, { userId, ofDeletedLinks })
      }
      return toErasure(await adding.run(orgId, () => changeAs(db, actorOf(context), add)))
    },

    async checkErasure(request, context) {
      const now = new Date()
      return toCriteria(await allowedCriteria(request, context, now), now)
    },

    async eraseInTeams({ org_ids, ...request }) {
      const criteria = checkErasure({ link_ids: [], ...request }, new Date())
      if (Array.isArray(criteria)) throw invalid(criteria)
      const rows = await changeAs(db, OPERATOR, async (tx) => {
        const repository = erasureRepository(tx)
        if (org_ids.length > 0) await repository.insertForOperator(org_ids, criteria)
        return repository.openForOperator(criteria)
      })
      return { criteria: toCriteria(criteria, new Date()), erasures: rows.map(toErasure) }
    },

    async allowErasures(_, context) {
      await requirePower(context)
      requireQuota(await erasures.load(context.caller().orgId))
      return {}
    },

    async getErasure({ id }, context) {
      await requirePower(context, 'read erasures')
      const row = await erasures.get(context.caller().orgId, id)
      if (!row) throw notFound('There is no such erasure.')
      return toErasure(row)
    },

    async listErasures(page, context) {
      await requirePower(context, 'read erasures')
      const { rows, total } = await erasures.list(context.caller().orgId, page)
      return { erasures: rows.map(toErasure), total }
    },

    async scanErasures({ after_id, limit, done }) {
      const rows = await erasures.after(after_id, limit, done ? 'all' : 'open')
      return { erasures: rows.map(toErasure) }
    },

    async reportErasures({ reports }) {
      await erasures.report(reports)
      return {}
    },
  }
}
