import { setTimeout as sleep } from 'node:timers/promises'
import { backoffMs, deathsInARow } from './backoff.ts'
import { OneLife, type Program } from './one-life.ts'
import { Progress } from './progress.ts'
import { StartError } from './start-error.ts'
import { until } from './until.ts'

/** How a process is run, checked for readiness, and stopped. */
export interface ProcessSpec extends Program {
  name: string
  stopSignal: NodeJS.Signals
  stopTimeoutMs: number
  /** How long it may be idle before it is ready. */
  readyTimeoutMs: number
  isReady(pid: number): Promise<boolean>
}

export interface SupervisedHooks {
  /** Prints a message for the operator. */
  say(line: string): void
  /** Called when the process gets another pid or exits. */
  changed(): void
  /** Milliseconds before a process is restarted after this many consecutive exits. */
  restartAfterMs?(deaths: number): number
}

/** A process exited or idled before it was ready; the message ends with its last log lines. */
export class NotReady extends StartError {}

const TAIL_LINES = { atStart: 20, atRestart: 5 }

/** One process, restarted after every unexpected exit until it is stopped. */
export class Supervised {
  readonly spec: ProcessSpec
  readonly #hooks: SupervisedHooks
  readonly #stopping = new AbortController()
  #life: OneLife | undefined
  #stopSignalled = false
  #ready = false

  constructor(spec: ProcessSpec, hooks: SupervisedHooks) {
    this.spec = spec
    this.#hooks = hooks
  }

  get pid(): number | undefined {
    return this.#life?.pid
  }

  /** Whether it has ever been ready. */
  get started(): boolean {
    return this.#ready
  }

  /** Resolves when it is ready for the first time; throws NotReady if it fails. */
  async start(): Promise<void> {
    const { name, readyTimeoutMs } = this.spec
    const life = this.#spawn()
    const waiting = new AbortController()
    const progress = new Progress(readyTimeoutMs, performance.now(), life.work())
    const timer = setInterval(
      () => progress.stuck(performance.now(), life.work()) && waiting.abort(),
      Math.min(1_000, readyTimeoutMs),
    )
    try {
      const trouble = await Promise.race([
        life.ended.then((how) => `ended with ${how} before it was ready`),
        until(() => this.#isReady(life), waiting.signal).then((ready) =>
          ready ? undefined : `is not ready and did nothing for ${readyTimeoutMs / 1000} s`,
        ),
      ])
      if (trouble) throw new NotReady(`${name} ${trouble}. ${life.lastLines(TAIL_LINES.atStart)}`)
      this.#ready = true
    } finally {
      clearInterval(timer)
      waiting.abort()
    }
    void this.#keepAlive(life)
  }

  /** Stops the process, by force after the timeout. */
  async stop(timeoutMs = this.spec.stopTimeoutMs): Promise<void> {
    this.#stopping.abort()
    const life = this.#life
    if (!life) return
    if (!this.#stopSignalled) life.signal(this.spec.stopSignal)
    this.#stopSignalled = true
    const timer = setTimeout(() => {
      this.#hooks.say(`${this.spec.name} did not stop in ${timeoutMs / 1000} s and was killed`)
      life.kill()
    }, timeoutMs)
    await life.ended
    clearTimeout(timer)
  }

  async #keepAlive(first: OneLife): Promise<void> {
    const { signal } = this.#stopping
    let life = first
    for (let deaths = 0; ; ) {
      const how = await life.ended
      if (signal.aborted) return
      deaths = deathsInARow(deaths, Date.now() - life.startedAt)
      const delayMs = (this.#hooks.restartAfterMs ?? backoffMs)(deaths)
      this.#hooks.say(
        `${this.spec.name} ended with ${how}, starting it again in ${delayMs / 1000} s. ` +
          life.lastLines(TAIL_LINES.atRestart),
      )
      await sleep(delayMs, undefined, { signal }).catch(() => {})
      if (signal.aborted) return
      life = this.#spawn()
      void this.#sayWhenReady(life)
    }
  }

  async #sayWhenReady(life: OneLife): Promise<void> {
    const gone = new AbortController()
    void life.ended.then(() => gone.abort())
    const ready = await until(() => this.#isReady(life), gone.signal)
    if (ready) this.#hooks.say(`${this.spec.name} is ready again (pid ${life.pid})`)
  }

  #isReady({ pid }: OneLife): Promise<boolean> {
    return pid === undefined ? Promise.resolve(false) : this.spec.isReady(pid)
  }

  #spawn(): OneLife {
    const life = new OneLife(this.spec)
    this.#life = life
    this.#hooks.changed()
    void life.ended.then(() => {
      this.#life = undefined
      this.#hooks.changed()
    })
    return life
  }
}
