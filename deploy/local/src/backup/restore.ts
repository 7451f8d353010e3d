import { resolve } from 'node:path'
import { isBackup, restore as restoreAll } from '@fingerpost/backup/stores'
import { describeBackup } from '@fingerpost/backup/summary.rules'
import { createToken } from '@fingerpost/kit/secrets/token'
import type { LocalConfig } from '../config.ts'
import { DataFolder } from '../data-folder.ts'
import { migrateAll } from '../migrations.ts'
import { toSpec } from '../process-spec.ts'
import { COUNTRY_DATABASE, planProcesses } from '../processes.ts'
import { runScript } from '../script.ts'
import type { ShutdownSignals } from '../signals.ts'
import { StartError } from '../start-error.ts'
import { startStores } from '../stores.ts'
import { Supervisor } from '../supervisor.ts'
import type { Terminal } from '../terminal.ts'
import { backupSourcesOf, sayBackupError } from './backup.ts'

/**
 * `npm run admin -- restore <folder> [--replace]`, while the stack is stopped: starts the stores
 * that are not configured, migrates them, restores the backup, reconciles, and stops them. Existing
 * data is replaced only with `--replace`.
 */
export async function restore(
  root: string,
  config: LocalConfig,
  given: string,
  replace: boolean,
  signals: ShutdownSignals,
  terminal: Terminal,
): Promise<number> {
  const folder = resolve(given)
  if (!isBackup(folder)) throw new StartError(`There is no backup in ${folder}.`)
  const say = (line: string) => terminal.say(line)
  const data = await DataFolder.open(config.dataFolder, say)
  const supervisor = new Supervisor({
    say,
    forceStopMs: 2_000,
    changed: () => data.record(supervisor.running()),
  })
  try {
    const stores = await startStores(config, data, supervisor, say, signals.stop)
    const processes = await planProcesses({
      ...stores,
      apiKey: '',
      initialDomain: config.initialDomain,
      grpcSecret: createToken('grpc'),
      spoolFolder: data.at('spool'),
      countryDatabase: data.at(COUNTRY_DATABASE),
      gateway: { host: config.host, port: config.port },
      env: config.env,
    })
    await migrateAll(processes, root, signals.stop)
    const facts = await restoreAll(
      backupSourcesOf(config.dataFolder, stores),
      folder,
      replace,
    ).catch(sayBackupError)
    say(describeBackup(folder, facts))
    // The stores were not copied at the same instant. Link owns the totals that are corrected, and needs catalog.
    const owners = processes.filter(({ name }) => ['catalog', 'link'].includes(name))
    await supervisor.start(owners.map((it) => toSpec(it, root, data.at('logs'))))
    const { env = {} } = processes.find(({ name }) => name === 'click-worker') ?? {}
    return await runScript(root, 'services/analytics/src/reconcile/main.ts', [], env)
  } finally {
    await supervisor.stop()
    data.release()
  }
}
