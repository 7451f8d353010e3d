import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { Lifecycle } from '@fingerpost/kit/process/lifecycle'
import { createLog } from '@fingerpost/kit/process/log'
import { createToken } from '@fingerpost/kit/secrets/token'
import { openRedis } from '@fingerpost/kit/stores/redis'
import { readConfig, withoutChoices } from '../../deploy/local/src/config.ts'
import { DataFolder } from '../../deploy/local/src/data-folder.ts'
import { migrateAll } from '../../deploy/local/src/migrations.ts'
import { freePort } from '../../deploy/local/src/ports.ts'
import { toSharedSpec, toSpec } from '../../deploy/local/src/process-spec.ts'
import { type PlannedProcess, planProcesses } from '../../deploy/local/src/processes.ts'
import { storedSecret } from '../../deploy/local/src/secrets.ts'
import { startStores } from '../../deploy/local/src/stores.ts'
import { Supervisor } from '../../deploy/local/src/supervisor.ts'
import { createTestData } from '../../deploy/local/src/test-template.ts'
import { copiesOf, isReady, kindOf } from './copies.ts'
import { type Lines, openLines } from './lines.ts'
import { openRoundRobin } from './round-robin.ts'
import { until } from './until.ts'

export const root = join(import.meta.dirname, '..', '..')
const RESTART_MS = 200

export interface TestStackOptions {
  /** Number of processes per kind, if more than one. */
  copies?: Record<string, number>
  /** Whether all services and their copies run in one process. */
  shared?: boolean
  /** Settings of a kind of process, or of one copy, in addition to those of the supervisor. */
  env?: Record<string, NodeJS.ProcessEnv>
  /** An existing folder for the data, instead of the temporary folder of the machine. */
  parent?: string
  /** Whether the clock of each process can be set, by SIGUSR2 (`kit/testing/movable-clock`). */
  clocks?: boolean
  /** Running stores to use instead of starting them, by their settings. */
  stores?: {
    REDIS_URL?: string
    DATABASE_URL?: string
    CLICKHOUSE_URL?: string
    CLICKHOUSE_CLUSTER?: string
  }
}

export type TestStack = Awaited<ReturnType<typeof startTestStack>>

/**
 * The whole product, started like `npm start`, but with a fault-injecting proxy between every
 * process and its stores, and with copies of redirect and gateway behind a load balancer.
 */
export async function startTestStack(options: TestStackOptions = {}) {
  const { copies = {}, shared = false, env = {}, clocks = false, stores: given } = options
  const { parent = tmpdir() } = options
  const preload = clocks && import.meta.resolve('@fingerpost/kit/testing/movable-clock')
  const log = createLog('test-stack', 'silent')
  const lifecycle = new Lifecycle(log)
  const folder = join(mkdtempSync(join(parent, 'fingerpost-faults-')), 'data')
  const stop = new AbortController()
  try {
    return await bringUp()
  } catch (error) {
    await lifecycle.close()
    throw error
  }

  async function bringUp() {
    lifecycle.own('folder', dirname(folder), (it) => rmSync(it, { recursive: true, force: true }))
    await createTestData(folder, process.env)
    const data = lifecycle.own('data', await DataFolder.open(folder, () => {}), (it) =>
      it.release(),
    )
    const supervisor = lifecycle.own(
      'supervisor',
      new Supervisor({
        say: () => {},
        forceStopMs: 2_000,
        changed: () => data.record(supervisor.running()),
        restartAfterMs: () => RESTART_MS,
      }),
      (it) => it.forceStop(),
    )
    const config = readConfig(
      {
        ...withoutChoices(process.env),
        FINGERPOST_DATA: folder,
        ...given,
        TRUSTED_PROXIES: '127.0.0.0/8,::1/128',
        RATE_LIMIT_PER_MINUTE: '0',
        RATE_LIMIT_ANALYTICS_PER_MINUTE: '0',
        UNKNOWN_PER_MINUTE: '0',
        SPOOL_RESERVE_BYTES: '0',
        FETCH_ALLOW_PRIVATE: 'true',
      },
      root,
    )
    const stores = await startStores(config, data, supervisor, () => {}, stop.signal)
    const redis = lifecycle.own('redis', openRedis(stores.redisQueueUrl, 'worker', log), (it) =>
      it.disconnect(),
    )
    const lines: Lines = lifecycle.own('lines', await openLines(stores), (it) => it.close())
    const [front, inner] = [await openRoundRobin(), await openRoundRobin()]
    lifecycle.own('front', front, (it) => it.close())
    lifecycle.own('inner', inner, (it) => it.close())
    const apiKey = storedSecret(data.at('api-key'), undefined, () => createToken('fp'))
    const planned = await planProcesses({
      ...stores,
      apiKey,
      initialDomain: config.initialDomain,
      grpcSecret: createToken('grpc'),
      spoolFolder: data.at('spool'),
      countryDatabase: data.at('geo/country.mmdb'),
      gateway: { host: '127.0.0.1', port: await freePort() },
      env: { ...config.env, SHORT_URL_PORT: `${front.port}` },
    })
    if (given) await migrateAll(planned, root, stop.signal)
    const all = (await Promise.all(planned.map((it) => copiesOf(it, copies[it.name] ?? 1)))).flat()
    const processes = all.map((it): PlannedProcess => {
      const through = lines.redirected(kindOf(it.name), it.env)
      const own = {
        REDIRECT_URL: `http://127.0.0.1:${inner.port}`,
        ...(preload && { NODE_OPTIONS: `--import ${preload}` }),
      }
      return { ...it, env: { ...through, ...own, ...env[kindOf(it.name)], ...env[it.name] } }
    })
    const addressesOf = (kind: string) =>
      processes
        .filter(({ name }) => kindOf(name) === kind)
        .map((it) => ({ port: Number(it.env.HTTP_PORT) }))
    front.serve(addressesOf('gateway'))
    inner.serve(addressesOf('redirect'))
    const logs = data.at('logs')
    await supervisor.start(
      shared
        ? [toSharedSpec(processes, root, logs)]
        : processes.map((it) => toSpec(it, root, logs)),
    )

    const pidOf = (name: string) => supervisor.running().find((it) => it.name === name)?.pid
    const adminOf = (name: string) => processes.find((it) => it.name === name)?.adminUrl ?? ''
    return {
      folder,
      stores,
      lines,
      redis,
      apiKey,
      /** The entry point for visitors. */
      url: `http://127.0.0.1:${front.port}`,
      /** The names of all processes including copies, without stores. */
      names: processes.map(({ name }) => name),
      environment: (name: string) => processes.find((it) => it.name === name)?.env ?? {},
      pidOf,
      adminOf,
      /** All live processes and stores. */
      running: () => supervisor.running(),
      signal(name: string, signal: NodeJS.Signals): void {
        const pid = pidOf(name)
        if (pid !== undefined) process.kill(pid, signal)
      },
      /** Kills a process or store and waits for its replacement. */
      async kill(name: string, signal: NodeJS.Signals = 'SIGKILL'): Promise<void> {
        const before = pidOf(name)
        if (before !== undefined) process.kill(before, signal)
        await until(() => pidOf(name) !== undefined && pidOf(name) !== before, `${name} again`)
      },
      /** Waits until every process reports that it is ready. */
      untilReady: () =>
        Promise.all(processes.map(({ name, adminUrl }) => until(() => isReady(adminUrl), name))),
      readiness: (name: string) => isReady(adminOf(name)),
      close: () => lifecycle.close(),
    }
  }
}
