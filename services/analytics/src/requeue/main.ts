// The command `clicks requeue`: requeues clicks that the worker rejected, each once.

import { type Command, runCommands } from '@fingerpost/kit/process/command-line'
import { readEnv, redisEnv } from '@fingerpost/kit/process/env'
import { Lifecycle } from '@fingerpost/kit/process/lifecycle'
import { createLog } from '@fingerpost/kit/process/log'
import { openQueue } from '@fingerpost/kit/queue/queue'
import { openRedis, redisUrls } from '@fingerpost/kit/stores/redis'
import type { ClickBatch } from '@fingerpost/protos/click-batch'
import { CLICK_QUEUE } from '@fingerpost/protos/redis-keys'
import { clickRepository } from '../clicks/click.repository.ts'
import { clickhouseEnv } from '../config.ts'
import { openClickHouse } from '../store/clickhouse.client.ts'
import { touchedQueue } from '../totals/touched.queue.ts'
import { rejectedRepository } from './rejected.repository.ts'
import { requeue } from './requeue.worker.ts'

async function run(): Promise<unknown> {
  const config = readEnv({ ...redisEnv, ...clickhouseEnv })
  const log = createLog('requeue', 'silent')
  const lifecycle = new Lifecycle(log)
  try {
    const clickhouse = lifecycle.own('clickhouse', openClickHouse(config), (it) => it.close())
    const redis = lifecycle.own('redis', openRedis(redisUrls(config).queue, 'queue', log), (it) =>
      it.disconnect(),
    )
    if (redis.status !== 'ready') {
      await new Promise((resolve, reject) => redis.once('ready', resolve).once('error', reject))
    }
    const queue = lifecycle.own('queue', openQueue<ClickBatch>(CLICK_QUEUE, redis, log), (it) =>
      it.close(),
    )
    return await requeue({
      rejected: rejectedRepository(clickhouse, config.CLICKHOUSE_CLUSTER),
      queue,
      clicks: clickRepository(clickhouse),
      touched: touchedQueue(redis),
      now: Date.now,
    })
  } finally {
    await lifecycle.close()
  }
}

const COMMAND: Command = {
  usage: 'clicks requeue',
  summary: 'Requeue clicks that the worker rejected, each once',
  run,
}

await runCommands([COMMAND], ['clicks', 'requeue', ...process.argv.slice(2)])
