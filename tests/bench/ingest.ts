import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createLog } from '@fingerpost/kit/process/log'
import { openQueue } from '@fingerpost/kit/queue/queue'
import { freePort } from '../../deploy/local/src/ports.ts'
import { unpin } from './machine.ts'
import { environmentOf, startProgram } from './process.ts'
import { startQueueRedis, startRedirect } from './redirects.ts'
import type { TestStack } from './test-stack.ts'

/** A second redirect and click worker with their own queue, whose clicks go to another database. */
export async function startIngest(testStack: TestStack, database: string) {
  const redis = await startQueueRedis()
  const spool = mkdtempSync(join(tmpdir(), 'bench-spool-'))
  const redirect = await startRedirect(testStack, redis.url, { SPOOL_DIR: spool })
  const adminPort = await freePort()
  const worker = await startProgram(
    'services/analytics/src/worker/main.ts',
    {
      ...environmentOf(testStack.facts.pids['click-worker'] ?? 0),
      ADMIN_PORT: `${adminPort}`,
      REDIS_QUEUE_URL: redis.url,
      CLICKHOUSE_DATABASE: database,
    },
    adminPort,
  )
  unpin([redis.pid, ...redirect.pids()])
  const queue = openQueue('clicks', redis.client, createLog('bench', 'silent'))
  return {
    origin: redirect.origin,
    /** Jobs that are not in the database yet. */
    depth: () => queue.depth(),
    async stop(): Promise<void> {
      await redirect.stop()
      await worker.stop()
      await queue.close()
      await redis.close()
      rmSync(spool, { recursive: true, force: true })
    },
  }
}
