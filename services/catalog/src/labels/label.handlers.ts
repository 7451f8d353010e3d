import { actorOf } from '@fingerpost/kit/audit/actor'
import { changeAs } from '@fingerpost/kit/audit/change-as'
import type { Handlers } from '@fingerpost/kit/grpc/server'
import { invalid, notFound } from '@fingerpost/kit/http/problem'
import type { Postgres } from '@fingerpost/kit/stores/postgres'
import type { TeamQuota } from '@fingerpost/kit/stores/quota'
import type { FoldersService } from '@fingerpost/protos/catalog/v1/label'
import type { CatalogSchema } from '../catalog.schema.ts'
import { namedRepository } from '../names/named.repository.ts'
import { outboxRepository } from '../outbox/outbox.repository.ts'
import { checkLabelUpdate, checkNewLabel, toDatedLabel } from './label.rules.ts'
import type { LabelTable, Removals } from './removal.client.ts'

const WORDS = {
  folders: { one: 'folder', removed: 'folder_removed' },
  tags: { one: 'tag', removed: 'tag_removed' },
} as const

/** Handlers of Folders or, with the other table, of Tags. */
export const labelHandlers = (
  postgres: Postgres<CatalogSchema>,
  table: LabelTable,
  removals: Removals,
  quota: TeamQuota,
): Handlers<FoldersService> => {
  const labels = namedRepository(postgres.db, table)
  const { one, removed } = WORDS[table]
  const missing = () => notFound(`There is no such ${one}.`)

  return {
    async list(page, { caller }) {
      const { rows, total } = await labels.list(caller().orgId, page)
      return { labels: rows.map(toDatedLabel), total }
    },

    async get({ id }, { caller }) {
      const row = await labels.get(caller().orgId, id)
      if (!row) throw missing()
      return toDatedLabel(row)
    },

    async create(request, context) {
      const label = checkNewLabel(request)
      if (Array.isArray(label)) throw invalid(label)
      const { orgId } = context.caller()
      const row = await quota.add(
        postgres.db,
        orgId,
        (tx) => namedRepository(tx, table).count(orgId),
        (tx) =>
          changeAs(tx, actorOf(context), (it) => namedRepository(it, table).insert(orgId, label)),
      )
      return toDatedLabel(row)
    },

    async update(request, context) {
      const changes = checkLabelUpdate(request)
      if (Array.isArray(changes)) throw invalid(changes)
      const { orgId } = context.caller()
      const row = await changeAs(postgres.db, actorOf(context), (tx) =>
        namedRepository(tx, table).update(orgId, request.id, changes),
      )
      if (!row) throw missing()
      return toDatedLabel(row)
    },

    async delete({ id }, context) {
      const { orgId } = context.caller()
      const removal = { orgId, labelId: id }
      await changeAs(postgres.db, actorOf(context), async (tx) => {
        if (!(await namedRepository(tx, table).delete(orgId, id))) throw missing()
        await outboxRepository(tx).add(removed, removal)
      })
      // The label is deleted in any case; if link does not answer, the outbox retries.
      await removals
        .remove(table, removal)
        .catch((error: unknown) =>
          context.log.info({ err: error, id }, `${one} stays on links for now`),
        )
      return {}
    },
  }
}
