import { openSync, writeSync } from 'node:fs'
import { type Logger, pino, stdTimeFunctions } from 'pino'
import { createErrorSerializer } from './repeated-error.ts'

export type { Logger }

const SECRETS = ['authorization', 'cookie', 'password', 'secret', 'token', 'api_key', 'x-api-key']

/** A full pipe is waited for, 100 ms in total. */
const PIPE_WAITS = 10
const PIPE_WAIT_MS = 10
const clock = new Int32Array(new SharedArrayBuffer(4))

let dropped = 0

/** Number of lines that could not be written. */
export const droppedLines = (): number => dropped

/**
 * Logs one JSON line per event to standard output or to the end of a file; fields with secrets are
 * redacted, and repeated errors are shortened. Never throws: lines that cannot be written are dropped and counted.
 */
export const createLog = (service: string, level = 'info', file?: string): Logger =>
  pino(
    {
      level,
      base: { service },
      timestamp: stdTimeFunctions.isoTime,
      formatters: { level: (name) => ({ level: name }) },
      serializers: { err: createErrorSerializer() },
      redact: [
        ...SECRETS.flatMap((name) => [`["${name}"]`, `*["${name}"]`]),
        // ioredis attaches the failed command to its errors; AUTH contains the password.
        'err.command.args',
      ],
    },
    openDestination(file),
  )

/** pino's own destination throws on a full disk, and its `fatal` retries forever. */
function openDestination(file: string | undefined) {
  let fd = file === undefined ? 1 : undefined
  let isFailing = false
  let isTorn = false
  return {
    write(line: string): void {
      const bytes = Buffer.from(isTorn ? `\n${line}` : line)
      let written = 0
      for (let waits = isFailing ? 0 : PIPE_WAITS; written < bytes.length; waits--) {
        try {
          fd ??= openSync(file ?? '', 'a', 0o640)
          written += writeSync(fd, bytes, written)
        } catch (error) {
          const isBusy = (error as NodeJS.ErrnoException).code === 'EAGAIN'
          if (isBusy && waits > 0 && Atomics.wait(clock, 0, 0, PIPE_WAIT_MS)) continue
          isFailing = true
          isTorn ||= written > 0
          dropped++
          return
        }
      }
      isFailing = isTorn = false
    },
  }
}

const LEVELS = ['trace', 'debug', 'info', 'warn', 'error', 'fatal'] as const

/**
 * A child logger that is created with its first log line: creating one takes two microseconds, and
 * few requests log anything.
 */
export function lazyChild(log: Logger, bindings: () => object): Logger {
  return new LazyChild(log, bindings) as unknown as Logger
}

class LazyChild {
  readonly log: Logger
  readonly bindings: () => object
  made: Logger | undefined

  constructor(log: Logger, bindings: () => object) {
    this.log = log
    this.bindings = bindings
  }

  child(bindings: object, options?: object): Logger {
    return madeOf(this).child(bindings, options)
  }

  get level(): string {
    return this.log.level
  }

  isLevelEnabled(level: string): boolean {
    return this.log.isLevelEnabled(level)
  }

  silent(): void {}
}

function madeOf(lazy: LazyChild): Logger {
  lazy.made ??= lazy.log.child(lazy.bindings())
  return lazy.made
}

for (const level of LEVELS) {
  Object.defineProperty(LazyChild.prototype, level, {
    value(this: LazyChild, ...words: Parameters<Logger['info']>) {
      if (this.log.isLevelEnabled(level)) madeOf(this)[level](...words)
    },
  })
}
