import { type Logger, pino } from 'pino'

export type { Logger }

const SECRETS = ['authorization', 'cookie', 'password', 'secret', 'token', 'api_key', 'x-api-key']

/** One JSON line per event on standard output; fields that hold secrets are cut out. */
export const createLog = (service: string, level = 'info'): Logger =>
  pino({
    level,
    base: { service },
    redact: SECRETS.flatMap((name) => [`["${name}"]`, `*["${name}"]`]),
  })
