import { type ProcessSpec, Supervised, type SupervisedHooks } from './supervised.ts'

/** A living process, as it is written down for whoever comes after a crash. */
export interface Running {
  name: string
  pid: number
  stopSignal: NodeJS.Signals
}

export interface SupervisorHooks extends SupervisedHooks {
  /** How long a process may still take when the operator does not want to wait. */
  hurryMs: number
}

/** Runs processes, keeps them running, and stops them in the reverse of the order they were given in. */
export class Supervisor {
  readonly #hooks: SupervisorHooks
  readonly #processes: Supervised[] = []
  #stopped: Promise<void> | undefined

  constructor(hooks: SupervisorHooks) {
    this.#hooks = hooks
  }

  /** Starts all at once; resolves when every one is ready, throws the first NotReady. */
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

  /** The processes alive now, in the order they were given in. */
  running(): Running[] {
    return this.#processes.flatMap(({ pid, spec: { name, stopSignal } }) =>
      pid === undefined ? [] : [{ name, pid, stopSignal }],
    )
  }

  /** One after another, the last first; nothing is started again from here on. */
  stop(): Promise<void> {
    this.#stopped ??= (async () => {
      for (const it of this.#processes.toReversed()) await it.stop()
    })()
    return this.#stopped
  }

  /** All at once instead of one after another; who is not gone in `hurryMs` is killed. */
  async hurry(): Promise<void> {
    await Promise.all(this.#processes.map((it) => it.stop(this.#hooks.hurryMs)))
  }
}
