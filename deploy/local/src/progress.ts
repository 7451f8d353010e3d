/** What a process that is starting has done so far. */
export interface Work {
  cpuSeconds: number
  logBytes: number
}

/** An idle process that polls uses a smaller share of a processor. */
const IDLE_SHARE = 0.05

/**
 * Tells a process that is slow from one that is stuck: `stuck` is true once, for `patienceMs`, it has written
 * nothing to its log and used less than a twentieth of a processor. A process that works slowly on a
 * busy machine is never stuck.
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
