import { type ProcessSpec, Supervised, type SupervisedHooks } from './supervised.ts'

/** A live process, as it is recorded for cleanup after a crash. */
export interface Running {
  name: string
  pid: number
  stopSignal: NodeJS.Signals
}

export interface SupervisorHooks extends SupervisedHooks {
  /** How long a process may take to stop when the operator hurries. */
  forceStopMs: number
}

const RECORD_AGAIN_MS = 1_000

/**
 * Runs processes, restarts them, and stops them in reverse order. Survives a failing `changed`, for
 * example on a full disk, and repeats it until it succeeds.
 */
export class Supervisor {
  readonly #hooks: SupervisorHooks
  readonly #processes: Supervised[] = []
  #stopped: Promise<void> | undefined
  #recordingAgain: NodeJS.Timeout | undefined

  constructor(hooks: SupervisorHooks) {
    this.#hooks = { ...hooks, changed: () => this.#record(hooks) }
  }

  /** Starts all processes concurrently; resolves when all are ready, throws the first NotReady. */
  async start(specs: readonly ProcessSpec[]): Promise<void> {
    if (this.#stopped) throw new Error('The supervisor is stopping')
    const fresh = specs.map((spec) => new Supervised(spec, this.#hooks))
    this.#processes.push(...fresh)
    await Promise.all(fresh.map((it) => it.start()))
  }

  /** The names of the processes that have not been ready yet. */
  starting(): string[] {
    return this.#processes.filter((it) => !it.started).map(({ spec }) => spec.name)
  }

  /** The live processes, in the order in which they were started. */
  running(): Running[] {
    return this.#processes.flatMap(({ pid, spec: { name, stopSignal } }) =>
      pid === undefined ? [] : [{ name, pid, stopSignal }],
    )
  }

  /** Stops the processes one by one, last first; none is restarted from here on. */
  stop(): Promise<void> {
    this.#stopped ??= (async () => {
      for (const it of this.#processes.toReversed()) await it.stop()
      clearTimeout(this.#recordingAgain)
    })()
    return this.#stopped
  }

  /** Stops all processes at once instead; kills those still running after `forceStopMs`. */
  async forceStop(): Promise<void> {
    await Promise.all(this.#processes.map((it) => it.stop(this.#hooks.forceStopMs)))
  }

  #record(hooks: SupervisorHooks): void {
    const isRepeated = this.#recordingAgain !== undefined
    clearTimeout(this.#recordingAgain)
    this.#recordingAgain = undefined
    try {
      hooks.changed()
      if (isRepeated) hooks.say('The running processes are recorded again')
    } catch (error) {
      if (!isRepeated) hooks.say(`Recording the running processes fails: ${error}`)
      const again = () => this.#record(hooks)
      this.#recordingAgain = setTimeout(again, RECORD_AGAIN_MS).unref()
    }
  }
}
