import { stdSerializers } from 'pino'

const QUIET_MS = 60_000
const MAX_KNOWN = 100

/**
 * Serializes errors: the first of its kind whole, and those that follow within a minute of the previous one
 * without stack and details. While a store is unavailable, many loops and requests get the same error.
 */
export function createErrorSerializer(): (error: Error) => object {
  /** When each kind was last seen; the kind that was seen first is first. */
  const seenMs = new Map<string, number>()

  return (error) => {
    const whole = stdSerializers.err(error)
    if (!(error instanceof Error)) return whole
    const kind = kindOf(error)
    const before = seenMs.get(kind)
    const nowMs = performance.now()
    seenMs.delete(kind)
    seenMs.set(kind, nowMs)
    if (seenMs.size > MAX_KNOWN) seenMs.delete(seenMs.keys().next().value as string)
    if (before === undefined || nowMs - before >= QUIET_MS) return whole
    const { type, message, code } = whole as typeof whole & { code?: unknown }
    return { type, message, ...(code !== undefined && { code }) }
  }
}

/** Class, message without durations, and the line of code that made it. */
function kindOf({ name, message, stack = '' }: Error): string {
  const [made = ''] = /^ +at .*$/m.exec(stack) ?? []
  return [name, message.replace(/\d+(?:\.\d+)?s\b/g, ''), made].join('\n')
}
