import type { Terminal } from '../../local/src/terminal.ts'

/** The parts of a run with their wall time, which is printed again at the end. */
export class Phases {
  readonly #terminal: Terminal
  readonly #took: [name: string, seconds: number][] = []

  constructor(terminal: Terminal) {
    this.#terminal = terminal
  }

  /** A phase without output of its own. */
  run<T>(name: string, work: () => Promise<T>, detail: (result: T) => string): Promise<T> {
    return this.time(name, () => this.#terminal.phase(name, work, detail))
  }

  /** A phase that prints to the terminal, such as a run of Vitest. */
  async time<T>(name: string, work: () => Promise<T>): Promise<T> {
    const began = performance.now()
    try {
      return await work()
    } finally {
      this.#took.push([name, (performance.now() - began) / 1_000])
    }
  }

  /** `Engine 4 s, Build 21 s` */
  toString(): string {
    return this.#took.map(([name, seconds]) => `${name} ${seconds.toFixed(0)} s`).join(', ')
  }
}
