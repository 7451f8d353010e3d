/** Output for the operator: one line per finished phase, and errors. */
export class Terminal {
  readonly #startedAt = performance.now()
  readonly #sayEveryMs: number

  constructor(sayEveryMs = 10_000) {
    this.#sayEveryMs = sayEveryMs
  }

  say(line = ''): void {
    console.log(line)
  }

  /**
   * Runs a phase and prints its result and duration. While it runs, prints every `sayEveryMs` what it is
   * waiting for.
   */
  async phase<T>(
    name: string,
    work: () => Promise<T>,
    detail: (result: T) => string,
    waitsFor: () => readonly string[] = () => [],
  ): Promise<T> {
    const began = performance.now()
    const timer = setInterval(() => {
      const names = waitsFor().join(', ')
      this.say(
        `  ${name.padEnd(12)}${`waiting${names && ` for ${names}`} …`.padEnd(66)} ${seconds(began)}`,
      )
    }, this.#sayEveryMs)
    try {
      const result = await work()
      this.say(`  ${name.padEnd(12)}${detail(result).padEnd(66)} ${seconds(began)}`)
      return result
    } finally {
      clearInterval(timer)
    }
  }

  /** Seconds since the start, formatted. */
  elapsed(): string {
    return seconds(this.#startedAt)
  }
}

const seconds = (since: number): string => `${((performance.now() - since) / 1000).toFixed(1)} s`
