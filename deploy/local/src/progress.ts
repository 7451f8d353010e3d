/** What a starting process has done so far. */
export interface Work {
  cpuSeconds: number
  logBytes: number
}

/** An idle process that polls uses less than this share of a CPU core. */
const IDLE_SHARE = 0.05

/**
 * Distinguishes a slow process from a stuck one: `stuck` is true once it has written nothing to its
 * log and used less than a twentieth of a CPU core for `patienceMs`. A process that works slowly on
 * a busy machine is never stuck.
 */
export class Progress {
  readonly #patienceMs: number
  #since: { ms: number; work: Work }

  constructor(patienceMs: number, nowMs: number, work: Work) {
    this.#patienceMs = patienceMs
    this.#since = { ms: nowMs, work }
  }

  stuck(nowMs: number, work: Work): boolean {
    const { ms, work: then } = this.#since
    if (nowMs - ms < this.#patienceMs) return false
    const share = ((work.cpuSeconds - then.cpuSeconds) * 1_000) / (nowMs - ms)
    const idle = share < IDLE_SHARE && work.logBytes === then.logBytes
    this.#since = { ms: nowMs, work }
    return idle
  }
}
