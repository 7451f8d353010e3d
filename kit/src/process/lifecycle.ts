import type { Logger } from './log.ts'

type Close = () => unknown

/**
 * Owns the resources of a process. They are closed in reverse order of opening, so each resource is
 * closed before those it depends on.
 */
export class Lifecycle {
  readonly #log: Logger
  readonly #opened: { name: string; close: Close }[] = []
  #closing: Promise<void> | undefined

  constructor(log: Logger) {
    this.#log = log
  }

  /** False once closing has begun. */
  get open(): boolean {
    return this.#closing === undefined
  }

  /** Registers a resource together with the function that closes it. */
  own<T>(name: string, resource: T, close: (resource: T) => unknown): T {
    this.#opened.push({ name, close: () => close(resource) })
    return resource
  }

  /** Closes everything once. A failing close is logged, and the others are still closed. */
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
   * Closes on a signal or an uncaught error. A second signal, or exceeding `deadlineMs`, ends the
   * process at once with code 1.
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
