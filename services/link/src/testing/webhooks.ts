import { type CreateWebhookRequest, WebhooksService } from '@fingerpost/protos/link/v1/webhook'
import { sql } from 'kysely'
import { expect, vi } from 'vitest'
import { startReceiver } from './receiver.ts'
import { caller, startTestLink } from './stack.ts'

/** Long enough for workers that are not woken: they poll every second. */
export const until = <T>(check: () => T) => vi.waitFor(check, { timeout: 15_000 })

/** A link service, a receiver, and helpers for the webhooks of team 7. */
export async function startWebhooks() {
  const receiver = await startReceiver()
  const link = await startTestLink()
  const webhooks = link.client(WebhooksService)

  const add = (fields: Partial<CreateWebhookRequest> = {}) =>
    webhooks.createWebhook({ url: receiver.url, events: ['link.created'], ...fields }, { caller })
  const create = () => link.create({ title: 'x' })
  const get = (id: number) => webhooks.getWebhook({ id }, { caller })
  const log = async (webhook_id: number, status?: string) =>
    (
      await webhooks.listWebhookDeliveries(
        { webhook_id, status, offset: 0, limit: 100 },
        { caller },
      )
    ).deliveries
  /** Makes the next try of every pending message due. */
  const runNow = (fields: { tries?: number } = {}) =>
    link.db
      .updateTable('webhook_deliveries')
      .set({ ...fields, next_try_at: new Date(0) })
      .where('status', '=', 'pending')
      .execute()
  /** Sets how long all tries have failed. */
  const failingFor = (id: number, time: string) =>
    link.db
      .updateTable('webhooks')
      .set({ failing_since: sql`now() - ${time}::interval` })
      .where('id', '=', id)
      .execute()
  const tried = (id: number, tries: number) =>
    until(async () => {
      const [row] = await log(id)
      expect(row).toMatchObject({ tries, error: expect.any(String) })
      return row!
    })

  async function reset(): Promise<void> {
    link.catalog.away = false
    await link.db.deleteFrom('webhooks').execute()
    receiver.received.length = 0
    Object.assign(receiver, { status: 204, headers: {}, body: '', silent: false })
  }

  async function close(): Promise<void> {
    receiver.close()
    await link.close()
  }
  return {
    receiver,
    link,
    webhooks,
    add,
    create,
    get,
    log,
    runNow,
    failingFor,
    tried,
    reset,
    close,
  }
}
