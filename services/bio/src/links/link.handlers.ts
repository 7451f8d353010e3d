import type { Handlers } from '@fingerpost/kit/grpc/server'
import { invalid, notFound } from '@fingerpost/kit/http/problem'
import type { Postgres } from '@fingerpost/kit/stores/postgres'
import type { BioLinksService } from '@fingerpost/protos/bio/v1/bio_link'
import type { BioSchema } from '../bio.schema.ts'
import { createChanges } from './change.queue.ts'
import { linkRepository } from './link.repository.ts'
import { arrange, checkChange, checkNew, LINKS_MAX, toBioLink } from './link.rules.ts'

export const linkHandlers = (postgres: Postgres<BioSchema>): Handlers<BioLinksService> => {
  const change = createChanges(postgres)
  const linksOf = (orgId: number) => linkRepository(postgres.db, orgId)

  return {
    async listBioLinks({ offset, limit }, { caller }) {
      const rows = await linksOf(caller().orgId).all()
      return { links: rows.slice(offset, offset + limit).map(toBioLink), total: rows.length }
    },

    async getBioLink({ id }, { caller }) {
      const row = await linksOf(caller().orgId).get(id)
      if (!row) throw missing()
      return toBioLink(row)
    },

    async createBioLink(request, context) {
      const draft = checkNew(request)
      if (Array.isArray(draft)) throw invalid(draft)
      return change(context, async (links) => {
        const { length } = await links.all()
        if (length >= LINKS_MAX) throw full()
        return toBioLink(await links.insert(draft, length))
      })
    },

    updateBioLink: async (request, context) =>
      change(context, async (links) => {
        const row = await links.get(request.id)
        if (!row) throw missing()
        const draft = checkChange(row, request)
        if (Array.isArray(draft)) throw invalid(draft)
        return toBioLink(await links.update(row.id, draft))
      }),

    deleteBioLink: async ({ id }, context) =>
      change(context, async (links) => {
        if (!(await links.delete(id))) throw missing()
        return {}
      }),

    orderBioLinks: async ({ places }, context) =>
      change(context, async (links) => {
        const stood = await links.all()
        const order = arrange(
          stood.map(({ id }) => id),
          places,
        )
        if (Array.isArray(order)) throw invalid(order)
        await links.arrange(order.ids)
        return { links: (await links.all()).map(toBioLink) }
      }),
  }
}

const missing = () => notFound('There is no such bio link.')

const full = () =>
  invalid([{ field: 'links', code: 'too_many', detail: `must not be more than ${LINKS_MAX}` }])
