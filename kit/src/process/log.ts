import { type Logger, pino } from 'pino'

export type { Logger }

const SECRETS = ['authorization', 'cookie', 'password', 'secret', 'token', 'api_key', 'x-api-key']

/**
 * Logs one JSON line per event to standard output or to the end of a file; fields with secrets are
 * redacted.
 */
export const createLog = (service: string, level = 'info', file?: string): Logger =>
  pino(
    {
      level,
      base: { service },
      redact: [
        ...SECRETS.flatMap((name) => [`["${name}"]`, `*["${name}"]`]),
        // ioredis attaches the failed command to its errors; AUTH contains the password.
        'err.command.args',
      ],
    },
    pino.destination({ dest: file ?? 1, mode: 0o640, sync: true }),
  )

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
