import { cpSync, existsSync, readFileSync, rmSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { loadClickHouse } from '@fingerpost/kit/backup/clickhouse'
import { hasRows, loadDatabase } from '@fingerpost/kit/backup/postgres'
import { loadRedis } from '@fingerpost/kit/backup/redis'
import type { LocalConfig } from '../config.ts'
import { DataFolder } from '../data-folder.ts'
import { migrateAll } from '../migrations.ts'
import { planProcesses } from '../processes.ts'
import type { Wishes } from '../signals.ts'
import { StartError } from '../start-error.ts'
import { startStores } from '../stores.ts'
import { Supervisor } from '../supervisor.ts'
import type { Terminal } from '../terminal.ts'
import { CLICKS, DATABASES, databaseOf, KEPT } from './backup.ts'

const USAGE = 'Usage: npm run admin -- restore <folder of a backup> [--replace]'

/**
 * `npm run admin -- restore <folder> [--replace]`, while nothing runs: starts the stores that are not
 * named, brings them up to date, puts the backup in, and stops them. What is there is replaced only
 * when that is said.
 */
export async function restore(
  root: string,
  config: LocalConfig,
  words: readonly string[],
  wishes: Wishes,
  terminal: Terminal,
): Promise<number> {
  const [given] = words.filter((word) => !word.startsWith('--'))
  if (!given || !existsSync(join(given, 'backup.json'))) throw new StartError(USAGE)
  const folder = resolve(given)
  const say = (line: string) => terminal.say(line)
  const data = await DataFolder.open(config.dataFolder, say)
  const supervisor = new Supervisor({
    say,
    hurryMs: 2_000,
    changed: () => data.record(supervisor.running()),
  })
  try {
    const stores = await startStores(config, data, supervisor, say, wishes.stop)
    const processes = await planProcesses({
      ...stores,
      apiKey: '',
      grpcSecret: '',
      spoolFolder: data.at('spool'),
      gateway: { host: config.host, port: config.port },
      env: config.env,
    })
    await migrateAll(processes, root, wishes.stop)
    const database = (name: string) => databaseOf(stores.databaseUrl, name)
    const taken = await Promise.all(DATABASES.map((name) => hasRows(database(name))))
    if (taken.includes(true) && !words.includes('--replace')) {
      throw new StartError(
        `There is data already; --replace puts the backup in its place.\n${USAGE}`,
      )
    }
    for (const name of DATABASES) await loadDatabase(database(name), folder, name)
    await loadClickHouse(stores.clickhouseUrl, CLICKS, folder)
    await loadRedis(stores.redisQueueUrl, join(folder, 'redis-queue.ndjson'))
    const cache = join(folder, 'redis-cache.ndjson')
    if (existsSync(cache)) await loadRedis(stores.redisCacheUrl, cache)
    for (const name of KEPT) {
      rmSync(data.at(name), { recursive: true, force: true })
      if (existsSync(join(folder, name))) {
        cpSync(join(folder, name), data.at(name), { recursive: true })
      }
    }
    terminal.say(readFileSync(join(folder, 'backup.json'), 'utf8').trim())
    return 0
  } finally {
    await supervisor.stop()
    data.release()
  }
}
