import { createLog } from '@fingerpost/kit/process/log'
import { openRedis } from '@fingerpost/kit/stores/redis'
import { createTestRedis } from '@fingerpost/kit/testing'
import { openFaultProxy } from '@fingerpost/kit/testing/fault-proxy'
import { expect } from 'vitest'
import { KEYS, openTestApp } from './app.ts'

export const linkBody = { url: 'https://example.com/', domain_id: 1 }

/** Two gateways that share one Redis through the fault proxy `line`. */
export async function openTwoGateways(fakes: Parameters<typeof openTestApp>[0]) {
  const log = createLog('gateway', 'silent')
  const store = await createTestRedis()
  const line = await openFaultProxy(new URL(store.url))
  const connections: ReturnType<typeof openRedis>[] = []
  const open = async () => {
    const answers = openRedis(line.url, 'cache', log)
    connections.push(answers)
    return openTestApp(fakes, {}, { answers })
  }
  const gateways = [await open(), await open()] as const

  let turn = 0
  /** Alternates between the gateways, like a load balancer. */
  const post = (
    key: string | undefined,
    payload: object = linkBody,
    url = '/api/link',
    apiKey = KEYS[0],
    more: Record<string, string> = {},
  ) =>
    gateways[turn++ % 2 === 0 ? 0 : 1].app.inject({
      method: 'POST',
      url,
      payload,
      headers: {
        ...{ 'x-api-key': apiKey, ...more },
        ...(key === undefined ? {} : { 'idempotency-key': key }),
      },
    })

  return {
    store,
    line,
    post,
    async reset(): Promise<void> {
      line.set('ok')
      await store.client.flushdb()
      await expect.poll(() => connections.every(({ status }) => status === 'ready')).toBe(true)
    },
    async close(): Promise<void> {
      for (const { app } of gateways) await app.close()
      for (const it of connections) it.disconnect()
      await line.close()
      await store.drop()
    },
  }
}
