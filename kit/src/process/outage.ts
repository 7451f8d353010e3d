import type { Logger } from './log.ts'

/** A log of the kit or of Fastify. */
type OutageLog = Pick<Logger, 'info' | 'warn' | 'error'>

/** Minimum interval between lines about an outage that lasts. */
const EVERY_MS = 60_000

/**
 * Logs consecutive failures as one outage: the first failure, then at most one line a minute, and the end
 * with the duration and the number of failures.
 */
export function createOutage(failing: string, level: 'info' | 'warn' | 'error' = 'warn') {
  let failures = 0
  let beganMs = 0
  let loggedMs = 0

  const describe = (state: string, nowMs: number): string => {
    const seconds = Math.round((nowMs - beganMs) / 1_000)
    return `${failing}: ${state} ${seconds} s, ${failures} ${failures === 1 ? 'failure' : 'failures'}`
  }

  return {
    get lasts(): boolean {
      return failures > 0
    },
    failed(log: OutageLog, error: unknown, fields: object = {}): void {
      const nowMs = performance.now()
      failures++
      if (failures === 1) {
        beganMs = loggedMs = nowMs
        log[level]({ err: error, ...fields }, failing)
      } else if (nowMs - loggedMs >= EVERY_MS) {
        loggedMs = nowMs
        log[level](fields, describe('for', nowMs))
      }
    },
    /** Called after every success. */
    ended(log: OutageLog, fields: object = {}): void {
      if (failures === 0) return
      log.info(fields, describe('over after', performance.now()))
      failures = 0
    },
  }
}
