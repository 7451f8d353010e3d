import { randomBytes } from 'node:crypto'
import { actorOf, keyOf } from '@fingerpost/kit/audit/actor'
import { changeAs } from '@fingerpost/kit/audit/change-as'
import type { Handlers } from '@fingerpost/kit/grpc/server'
import { invalid, notFound } from '@fingerpost/kit/http/problem'
import { type GuardedFetch, Refusal } from '@fingerpost/kit/net/guarded-fetch'
import type { Postgres } from '@fingerpost/kit/stores/postgres'
import type { TeamQuota } from '@fingerpost/kit/stores/quota'
import type { WebhooksService } from '@fingerpost/protos/link/v1/webhook'
import { WEBHOOK_SORTS } from '@fingerpost/protos/words'
import type { LinkSchema } from '../link.schema.ts'
import { wordOf } from '../model/word.rules.ts'
import { deliveryHandlers } from './delivery.handlers.ts'
import { deliveryRepository } from './delivery.repository.ts'
import type { Send } from './sender.adapter.ts'
import { webhookRepository } from './webhook.repository.ts'
import { checkCreate, checkUpdate, newSecret, toWebhook } from './webhook.rules.ts'

export const webhookHandlers = (
  { db }: Postgres<LinkSchema>,
  guarded: GuardedFetch,
  send: Send,
  onDue: () => void,
  quota: TeamQuota,
): Handlers<WebhooksService> => {
  const webhooks = webhookRepository(db)

  /** The team's webhook; throws not_found. */
  async function find(orgId: number, id: number) {
    const row = await webhooks.find(orgId, id)
    if (!row) throw nothing()
    return row
  }

  /** Throws invalid for a URL that is never allowed. Resolved addresses are checked at each try. */
  function checkReach(url: string | undefined): void {
    if (url === undefined) return
    try {
      guarded.check(new URL(url))
    } catch (error) {
      if (!(error instanceof Refusal)) throw error
      const detail = 'must be public, on port 80 or 443'
      throw invalid([{ field: 'url', code: error.reason, detail }])
    }
  }

  return {
    async createWebhook(request, context) {
      const columns = checkCreate(request)
      if (Array.isArray(columns)) throw invalid(columns)
      checkReach(columns.url)
      const { orgId, userId } = context.caller()
      const by = { userId, keyId: keyOf(context) }
      const { secret = newSecret(randomBytes), ...rest } = columns
      const row = await quota.add(
        db,
        orgId,
        (tx) => webhookRepository(tx).count(orgId),
        (tx) =>
          changeAs(tx, actorOf(context), (it) =>
            webhookRepository(it).create(orgId, by, secret, rest),
          ),
      )
      return { ...toWebhook(row), secret }
    },

    getWebhook: async ({ id }, { caller }) => toWebhook(await find(caller().orgId, id)),

    async listWebhooks({ offset, limit, sort, order }, { caller }) {
      const { orgId } = caller()
      const by = order === 'desc' ? 'desc' : 'asc'
      const [rows, total] = await Promise.all([
        webhooks.page(orgId, wordOf('sort', WEBHOOK_SORTS, sort), by, offset, limit),
        webhooks.count(orgId),
      ])
      return { webhooks: rows.map(toWebhook), total }
    },

    async updateWebhook(request, context) {
      const columns = checkUpdate(request)
      if (Array.isArray(columns)) throw invalid(columns)
      checkReach(columns.url)
      const { orgId, userId } = context.caller()
      const by = { userId, keyId: keyOf(context) }
      const row = await changeAs(db, actorOf(context), async (tx) => {
        const webhooks = webhookRepository(tx)
        if (!(await webhooks.find(orgId, request.id))) return undefined
        if (columns.enabled) await deliveryRepository(tx).requeueMissed(request.id)
        return webhooks.update(orgId, request.id, columns, by)
      })
      if (!row) throw nothing()
      if (columns.enabled) onDue()
      return toWebhook(row)
    },

    async deleteWebhook({ id }, context) {
      const removed = await changeAs(db, actorOf(context), (tx) =>
        webhookRepository(tx).remove(context.caller().orgId, id),
      )
      if (!removed) throw nothing()
      return {}
    },

    ...deliveryHandlers(db, find, send, onDue),
  }
}

const nothing = () => notFound('There is no such webhook.')
