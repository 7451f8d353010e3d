import { type ChildProcess, spawn } from 'node:child_process'
import { closeSync, fstatSync, openSync } from 'node:fs'
import { setTimeout as sleep } from 'node:timers/promises'
import { backoffMs, deathsInARow } from './backoff.ts'
import { tail } from './log-file.ts'
import { until } from './until.ts'

/** How one process is run, known to be ready, and stopped. */
export interface ProcessSpec {
  name: string
  command: string
  args: readonly string[]
  cwd: string
  env: NodeJS.ProcessEnv
  uid?: number
  gid?: number
  logFile: string
  stopSignal: NodeJS.Signals
  stopTimeoutMs: number
  readyTimeoutMs: number
  isReady(pid: number): Promise<boolean>
}

export interface SupervisedHooks {
  /** Something an operator wants to read. */
  say(line: string): void
  /** The process has another pid now, or none. */
  changed(): void
}

/** A process that ended or stayed silent before it was ready; the message ends with its last log lines. */
export class NotReady extends Error {}

const TAIL_LINES = { atStart: 20, atRestart: 5 }

interface Run {
  child: ChildProcess
  /** Undefined when it could not be started at all. */
  pid: number | undefined
  startedAt: number
  logFrom: number
  /** Resolves, and never rejects, with how it ended. */
  ended: Promise<string>
}

/** One process, started again whenever it dies unasked, until it is stopped. */
export class Supervised {
  readonly spec: ProcessSpec
  readonly #hooks: SupervisedHooks
  readonly #stopping = new AbortController()
  #run: Run | undefined
  #stopSignalled = false

  constructor(spec: ProcessSpec, hooks: SupervisedHooks) {
    this.spec = spec
    this.#hooks = hooks
  }

  get pid(): number | undefined {
    return this.#run?.pid
  }

  /** Resolves once it is ready for the first time; throws NotReady when it will not be. */
  async start(): Promise<void> {
    const run = this.#spawn()
    const waiting = new AbortController()
    const timer = setTimeout(() => waiting.abort(), this.spec.readyTimeoutMs)
    try {
      const ended = run.ended.then((how) => `ended with ${how} before it was ready`)
      const ready = until(() => this.#isReady(run), waiting.signal).then((is) =>
        is ? undefined : `was not ready within ${this.spec.readyTimeoutMs / 1000} s`,
      )
      const trouble = await Promise.race([ended, ready])
      if (trouble)
        throw new NotReady(
          `${this.spec.name} ${trouble}.${this.#lastLines(run, TAIL_LINES.atStart)}`,
        )
    } finally {
      clearTimeout(timer)
      waiting.abort()
    }
    void this.#keepAlive(run)
  }

  /** Ends it, by force when it takes longer than it may. */
  async stop(): Promise<void> {
    this.#stopping.abort()
    await this.#endWithin(this.spec.stopTimeoutMs)
  }

  /** Cuts short a stop that is under way, or begins one. */
  async hurry(withinMs: number): Promise<void> {
    this.#stopping.abort()
    await this.#endWithin(withinMs)
  }

  async #keepAlive(first: Run): Promise<void> {
    let run = first
    for (let deaths = 0; ; ) {
      const how = await run.ended
      if (this.#stopping.signal.aborted) return
      deaths = deathsInARow(deaths, Date.now() - run.startedAt)
      const delayMs = backoffMs(deaths)
      const again = `starting it again in ${delayMs / 1000} s`
      const lines = this.#lastLines(run, TAIL_LINES.atRestart)
      this.#hooks.say(`${this.spec.name} ended with ${how}, ${again}.${lines}`)
      await sleep(delayMs, undefined, { signal: this.#stopping.signal }).catch(() => {})
      if (this.#stopping.signal.aborted) return
      run = this.#spawn()
      void this.#sayWhenReady(run)
    }
  }

  async #sayWhenReady(run: Run): Promise<void> {
    const gone = new AbortController()
    void run.ended.then(() => gone.abort())
    const ready = await until(() => this.#isReady(run), gone.signal)
    if (ready) this.#hooks.say(`${this.spec.name} is ready again (pid ${run.pid})`)
  }

  #isReady({ pid }: Run): Promise<boolean> {
    return pid === undefined ? Promise.resolve(false) : this.spec.isReady(pid)
  }

  #spawn(): Run {
    const { command, args, cwd, env, uid, gid, logFile } = this.spec
    const log = openSync(logFile, 'a', 0o640)
    const logFrom = fstatSync(log).size
    const child = spawn(command, args, {
      cwd,
      env,
      ...(uid !== undefined && { uid }),
      ...(gid !== undefined && { gid }),
      stdio: ['ignore', log, log],
      // A group of its own: Ctrl-C in the terminal reaches the supervisor alone.
      detached: true,
    })
    closeSync(log)
    const ended = new Promise<string>((resolve) => {
      child.once('error', (error) => resolve(error.message))
      child.once('exit', (code, signal) => resolve(signal ?? `exit code ${code}`))
    })
    const run = { child, pid: child.pid, startedAt: Date.now(), logFrom, ended }
    this.#run = run
    void ended.then(() => {
      this.#run = undefined
      this.#hooks.changed()
    })
    this.#hooks.changed()
    return run
  }

  async #endWithin(timeoutMs: number): Promise<void> {
    const run = this.#run
    if (!run) return
    if (!this.#stopSignalled) run.child.kill(this.spec.stopSignal)
    this.#stopSignalled = true
    const timer = setTimeout(() => {
      this.#hooks.say(`${this.spec.name} did not stop in time and was killed`)
      if (run.pid !== undefined) killGroup(run.pid)
    }, timeoutMs)
    await run.ended
    clearTimeout(timer)
  }

  #lastLines(run: Run, count: number): string {
    const lines = tail(this.spec.logFile, count, run.logFrom)
    if (lines.length === 0) return ` Log (empty): ${this.spec.logFile}`
    return ` The end of ${this.spec.logFile}:\n${lines.map((line) => `    ${line}`).join('\n')}`
  }
}

function killGroup(pid: number): void {
  try {
    process.kill(-pid, 'SIGKILL')
  } catch {
    // Gone in the meantime.
  }
}
