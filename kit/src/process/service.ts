import { openTracing } from '../telemetry/trace.ts'
import { collectGarbageWhenIdle } from './heap.ts'
import { Lifecycle } from './lifecycle.ts'
import { createLog, type Logger } from './log.ts'
import { readPace } from './pace.ts'

/** A service: its settings, and the composition root that starts it. */
export interface Service<Config extends ServiceConfig> {
  name: string
  /** How long closing may take when it is a process of its own. */
  closeMs?: number
  /** Throws one error that lists every mistake. */
  readConfig(env: NodeJS.ProcessEnv): Config
  /** Resolves when the service accepts work, with its port if it listens on one. */
  start(config: Config, lifecycle: Lifecycle, log: Logger): Promise<{ port: number } | undefined>
}

type ServiceConfig = Parameters<typeof openTracing>[0] & { LOG_LEVEL: string }

/** What a service gets from the process that runs it. */
export interface Host {
  env: NodeJS.ProcessEnv
  /** File of its log; standard output if absent. */
  logFile?: string
  /** Takes over closing of the service; called before anything is opened. */
  adopt(service: string, lifecycle: Lifecycle, closeMs: number): void
  /** Called when the service runs. */
  onRunning?(): void
}

/** A process with a single service. */
export const ownProcess: Host = {
  env: process.env,
  adopt: (_, lifecycle, closeMs) => lifecycle.closeOnSignal(closeMs),
  onRunning: () => collectGarbageWhenIdle(),
}

/** Starts a service in its host. Rejects with invalid settings and when a part cannot be opened. */
export async function runService<Config extends ServiceConfig>(
  { name, closeMs = 10_000, readConfig, start }: Service<Config>,
  { env, logFile, adopt, onRunning }: Host,
): Promise<void> {
  const config = readConfig(env)
  readPace(env)
  const log = createLog(name, config.LOG_LEVEL, logFile)
  const lifecycle = new Lifecycle(log)
  adopt(name, lifecycle, closeMs)
  lifecycle.own('traces', await openTracing(config, name), (close) => close())
  const started = await start(config, lifecycle, log)
  if (started) log.info({ port: started.port }, `${name} is listening`)
  else log.info(`${name} is running`)
  onRunning?.()
}
