// The command `reconcile [--check]`: prints totals and limits that differ from the recorded clicks,
// and repairs them unless `--check` is set.

import { connect } from '@fingerpost/kit/grpc/client'
import { type Command, runCommands } from '@fingerpost/kit/process/command-line'
import { address, internalEnv, readEnv, redisEnv } from '@fingerpost/kit/process/env'
import { Lifecycle } from '@fingerpost/kit/process/lifecycle'
import { createLog } from '@fingerpost/kit/process/log'
import { openRedis, redisUrls } from '@fingerpost/kit/stores/redis'
import { ClickAuditService } from '@fingerpost/protos/link/v1/click_audit'
import { clickhouseEnv } from '../config.ts'
import { openClickHouse } from '../store/clickhouse.client.ts'
import { totalRepository } from '../totals/total.repository.ts'
import { counterCache } from './counter.cache.ts'
import { reconcile } from './reconcile.worker.ts'

async function run(repair: boolean): Promise<unknown> {
  const config = readEnv({
    ...internalEnv,
    ...redisEnv,
    ...clickhouseEnv,
    LINK_ADDRESS: address({ desc: 'gRPC address of link, host:port' }),
  })
  const log = createLog('reconcile', 'silent')
  const lifecycle = new Lifecycle(log)
  try {
    const clickhouse = lifecycle.own('clickhouse', openClickHouse(config), (it) => it.close())
    const redis = lifecycle.own('redis', openRedis(redisUrls(config).cache, 'queue', log), (it) =>
      it.disconnect(),
    )
    const link = lifecycle.own(
      'link',
      connect(config.LINK_ADDRESS, config.GRPC_SHARED_SECRET),
      (it) => it.close(),
    )
    if (redis.status !== 'ready') {
      await new Promise((resolve, reject) => redis.once('ready', resolve).once('error', reject))
    }
    const parts = {
      link: link.client(ClickAuditService),
      totals: totalRepository(clickhouse),
      counters: counterCache(redis),
    }
    return await reconcile(parts, repair)
  } finally {
    await lifecycle.close()
  }
}

const COMMAND: Command = {
  usage: 'reconcile',
  summary: 'Show and repair totals and limits that differ from the recorded clicks',
  options: { check: { summary: 'Show them without repairing' } },
  run: (_, { check }) => run(check === undefined),
}

await runCommands([COMMAND], ['reconcile', ...process.argv.slice(2)])
