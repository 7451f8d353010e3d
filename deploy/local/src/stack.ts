import { isIPv6 } from 'node:net'
import { join } from 'node:path'
import { createToken } from '@fingerpost/kit/secrets/token'
import { KEY_PREFIX } from '@fingerpost/protos/words'
import type { LocalConfig } from './config.ts'
import { buildDashboard } from './dashboard.ts'
import { DataFolder } from './data-folder.ts'
import { chooseLayout, memoryBytes } from './layout.ts'
import { migrateAll } from './migrations.ts'
import { requireFreePort } from './ports.ts'
import { SERVICES, toSharedSpec, toSpec } from './process-spec.ts'
import { COUNTRY_DATABASE, planProcesses, rows } from './processes.ts'
import { storedSecret } from './secrets.ts'
import { rejectOnAbort, type ShutdownSignals } from './signals.ts'
import { removeStackFile, type StackFacts, writeStackFile } from './stack-file.ts'
import { startStores } from './stores.ts'
import { Supervisor } from './supervisor.ts'
import type { Terminal } from './terminal.ts'

const root = join(import.meta.dirname, '..', '..', '..')

/** A stack that is ready. */
export interface Stack {
  file: string
  facts: StackFacts
  stop(): Promise<void>
}

/**
 * Starts stores, migrations (unless `migrated`) and processes. On failure or a stop request, stops
 * everything started so far and throws the reason.
 */
export async function startStack(
  config: LocalConfig,
  signals: ShutdownSignals,
  terminal: Terminal,
  { migrated = false } = {},
): Promise<Stack> {
  const say = (line: string) => terminal.say(line)
  const data = await DataFolder.open(config.dataFolder, say)
  const file = data.at('stack.json')
  removeStackFile(file)
  let facts: StackFacts | undefined
  const supervisor = new Supervisor({
    say: (line) => say(`${new Date().toISOString()} ${line}`),
    forceStopMs: 2_000,
    changed() {
      data.record(supervisor.running())
      if (!facts) return
      facts.pids = pids(supervisor)
      writeStackFile(file, facts)
    },
  })
  signals.forceStop.addEventListener('abort', () => void supervisor.forceStop())
  const stop = async () => {
    facts = undefined
    removeStackFile(file)
    await supervisor.stop()
    data.release()
  }
  try {
    const up = bringUp(config, data, supervisor, signals.stop, terminal, migrated)
    facts = await Promise.race([up, rejectOnAbort(signals.stop)])
    facts.pids = pids(supervisor)
    writeStackFile(file, facts)
    return { file, facts, stop }
  } catch (error) {
    await stop()
    throw error
  }
}

async function bringUp(
  config: LocalConfig,
  data: DataFolder,
  supervisor: Supervisor,
  signal: AbortSignal,
  terminal: Terminal,
  migrated: boolean,
): Promise<StackFacts> {
  const { shared, stores: memory, reason } = chooseLayout(config, memoryBytes())
  await requireFreePort(config.port, config.host, 'FINGERPOST_PORT')
  if (config.redirectPort > 0)
    await requireFreePort(config.redirectPort, '127.0.0.1', 'FINGERPOST_REDIRECT_PORT')
  await terminal.phase(
    'Dashboard',
    () => buildDashboard(root, signal),
    (built) => (built ? 'built, as its sources changed' : 'as it was built'),
  )
  const stores = await terminal.phase(
    'Stores',
    () => startStores(config, data, supervisor, (line) => terminal.say(line), signal, memory),
    ({ own }) => own.join(', ') || 'yours, as their URLs say',
    () => supervisor.starting(),
  )
  const apiKey = storedSecret(data.at('api-key'), config.apiKey, () => createToken(KEY_PREFIX))
  const processes = await planProcesses({
    ...stores,
    apiKey,
    initialDomain: config.initialDomain,
    grpcSecret: storedSecret(data.at('grpc-secret'), config.grpcSecret, () => createToken('grpc')),
    spoolFolder: data.at('spool'),
    countryDatabase: data.at(COUNTRY_DATABASE),
    gateway: { host: config.host, port: config.port },
    copies: config.copies,
    redirectPort: config.redirectPort,
    env: config.env,
  })
  if (!migrated) {
    await terminal.phase(
      'Migrations',
      () => migrateAll(processes, root, signal),
      (names) => names.join(', '),
    )
  }
  const logs = data.at('logs')
  await terminal.phase(
    'Processes',
    () =>
      supervisor.start(
        shared
          ? [toSharedSpec(processes, root, logs)]
          : processes.map((it) => toSpec(it, root, logs)),
      ),
    () => processes.map(({ name }) => name).join(', '),
    () => supervisor.starting(),
  )
  terminal.say(`              ${shared ? 'in one process' : 'as separate processes'}: ${reason}`)
  const redirect = processes.find(({ name }) => name === 'redirect')
  return {
    url: `http://${reachable(config.host)}:${config.port}`,
    redirect_url: `http://localhost:${redirect?.httpPort}`,
    api_key: apiKey,
    domain: config.initialDomain,
    pids: {},
    stores: {
      database_url: stores.databaseUrl,
      redis_url: stores.redisQueueUrl,
      clickhouse_url: stores.clickhouseUrl,
    },
    admin: Object.fromEntries(processes.map(({ name, adminUrl }) => [name, adminUrl])),
    grpc: Object.fromEntries(
      processes.flatMap(({ name, grpcAddress }) => (grpcAddress ? [[name, grpcAddress]] : [])),
    ),
  }
}

/** The pid by the name of each store and service; services may share a process. */
const pids = (supervisor: Supervisor): Record<string, number> =>
  Object.fromEntries(
    supervisor
      .running()
      .flatMap(({ name, pid }) =>
        (name === SERVICES ? rows.map((it) => it.name) : [name]).map((it) => [it, pid]),
      ),
  )

/** The host in URLs: `localhost` for addresses that it reaches, because it is the default first domain. */
export function reachable(host: string): string {
  if (/^(127\.|0\.0\.0\.0$|::$|::1$|localhost$)/.test(host)) return 'localhost'
  return isIPv6(host) ? `[${host}]` : host
}
