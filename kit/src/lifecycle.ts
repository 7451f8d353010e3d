import type { Logger } from './log.ts'

type Close = () => unknown

/**
 * Owns what a process opens. Closing runs in reverse order of opening, so a
 * thing is always closed before the things it was built on.
 */
export class Lifecycle {
  readonly #log: Logger
  readonly #opened: { name: string; close: Close }[] = []
  #closing: Promise<void> | undefined

  constructor(log: Logger) {
    this.#log = log
  }

  /** False from the moment closing began. */
  get open(): boolean {
    return this.#closing === undefined
  }

  /** The only way to keep a resource is to say, in the same breath, how it is closed. */
  own<T>(name: string, resource: T, close: (resource: T) => unknown): T {
    this.#opened.push({ name, close: () => close(resource) })
    return resource
  }

  /** Closes everything once; a close that fails is logged and the rest goes on. */
  close(): Promise<void> {
    this.#closing ??= this.#closeAll()
    return this.#closing
  }

  async #closeAll(): Promise<void> {
    for (const { name, close } of this.#opened.reverse()) {
      try {
        await close()
      } catch (error) {
        this.#log.error({ err: error, resource: name }, 'close failed')
      }
    }
  }

  /**
   * Closes on a signal or on a fault nobody caught. A second signal, or `deadlineMs` passing,
   * ends the process at once with code 1.
   */
  closeOnSignal(deadlineMs = 10_000): void {
    const stop = (exitCode: number, reason: string, fault?: unknown) => {
      if (this.#closing) process.exit(1)
      this.#log[exitCode === 0 ? 'info' : 'fatal']({ reason, err: fault }, 'stopping')
      setTimeout(() => process.exit(1), deadlineMs).unref()
      void this.close().then(() => process.exit(exitCode))
    }
    for (const signal of ['SIGTERM', 'SIGINT'] as const) process.on(signal, () => stop(0, signal))
    for (const kind of ['uncaughtException', 'unhandledRejection'] as const) {
      process.on(kind, (fault: unknown) => stop(1, kind, fault))
    }
  }
}
