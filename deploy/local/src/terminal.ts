/** What an operator reads while a stack comes up: one line when a phase is over, and what went wrong. */
export class Terminal {
  readonly #startedAt = performance.now()

  say(line = ''): void {
    console.log(line)
  }

  /** Runs a phase and says what it did and how long it took. */
  async phase<T>(name: string, work: () => Promise<T>, detail: (result: T) => string): Promise<T> {
    const began = performance.now()
    const result = await work()
    this.say(`  ${name.padEnd(12)}${detail(result).padEnd(66)} ${seconds(began)}`)
    return result
  }

  /** Seconds since the first moment, for reading. */
  elapsed(): string {
    return seconds(this.#startedAt)
  }
}

const seconds = (since: number): string => `${((performance.now() - since) / 1000).toFixed(1)} s`
