import type { Task } from '@fingerpost/protos/words'
import type { Kysely } from 'kysely'
import { importRepository, UNFINISHED } from '../imports/import.repository.ts'
import type { LinkSchema } from '../link.schema.ts'

/** The person whose tasks are handed over, and what becomes of the tasks. */
export interface Handover {
  orgId: number
  userId: number
  toUserId: number
  /** The API key that asks for it, with which the webhooks that it keeps end; null for a person. */
  byKeyId: number | null
  /** If not empty, only webhooks that these API keys created. */
  keyIds: readonly number[]
  createdUntil: Date
  keep: readonly Task[]
}

/** The error of the rows of a stopped import. */
const STOPPED = {
  code: 'member_removed',
  detail: 'The member who started this import has left the team or may no longer create links.',
  field: '',
}

/** Enabled webhooks and unfinished imports by the person who created them. */
export const taskRepository = (db: Kysely<LinkSchema>) => {
  // Both functions must run in a transaction.
  async function handOverWebhooks(handover: Handover) {
    const { orgId, userId, toUserId, byKeyId, keyIds, createdUntil, keep } = handover
    const goesOn = keep.includes('webhooks')
    await db
      .updateTable('webhooks')
      .set({
        user_id: toUserId,
        ...(!goesOn && { enabled: false }),
        ...(goesOn && toUserId !== userId && byKeyId && { key_id: byKeyId }),
      })
      .where('org_id', '=', orgId)
      .where('user_id', '=', userId)
      .where('created_at', '<=', createdUntil)
      .$if(keyIds.length > 0, (of) => of.where('key_id', 'in', keyIds))
      .execute()
  }

  /** Waits for pieces in flight. The worker finishes a stopped import: all of its rows have a result. */
  async function handOverImports({ orgId, userId, toUserId, createdUntil, keep }: Handover) {
    const tasks = await db
      .selectFrom('imports')
      .select('id')
      .where('org_id', '=', orgId)
      .where('user_id', '=', userId)
      .where('created_at', '<=', createdUntil)
      .where('status', '<>', 'done')
      .forUpdate()
      .execute()
    const ids = tasks.map(({ id }) => id)
    if (ids.length === 0) return
    await db.updateTable('imports').set({ user_id: toUserId }).where('id', 'in', ids).execute()
    if (keep.includes('imports')) return
    await db
      .updateTable('import_rows')
      .set({ error: JSON.stringify(STOPPED), url: '', domain: null, slug: null, cells: null })
      .where('import_id', 'in', ids)
      .where('link_id', 'is', null)
      .where('error', 'is', null)
      .execute()
    await importRepository(db).start(...ids)
  }

  return {
    async list(orgId: number, userId: number) {
      const of = { org_id: orgId, user_id: userId }
      const [webhooks, imports] = await Promise.all([
        db
          .selectFrom('webhooks')
          .select(['id', 'name'])
          .where((it) => it.and(of))
          .where('enabled', '=', true)
          .orderBy('id')
          .execute(),
        db
          .selectFrom('imports')
          .select(['id', 'status'])
          .where((it) => it.and(of))
          .where(UNFINISHED)
          .orderBy('id')
          .execute(),
      ])
      return { webhooks, imports }
    },

    async handOver(handover: Handover): Promise<void> {
      await handOverWebhooks(handover)
      if (handover.keyIds.length === 0) await handOverImports(handover)
    },
  }
}
