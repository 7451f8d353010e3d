const ONE_PRESS_MS = 500

/** The operator's stop requests, received as signals. */
export interface ShutdownSignals {
  /** Aborted by the first signal. */
  stop: AbortSignal
  /** Aborted by the second. */
  forceStop: AbortSignal
}

/**
 * Stop requests, and the function that handles Ctrl-C. A single Ctrl-C arrives up to three times
 * (from the terminal, npm and run.mjs), so signals within half a second count as one.
 */
export function createShutdownSignals(nowMs: () => number): {
  signals: ShutdownSignals
  press(): void
} {
  const stop = new AbortController()
  const forceStop = new AbortController()
  let firstMs = 0
  const press = () => {
    if (!stop.signal.aborted) {
      firstMs = nowMs()
      stop.abort()
    } else if (nowMs() - firstMs > ONE_PRESS_MS) {
      forceStop.abort()
    }
  }
  return { signals: { stop: stop.signal, forceStop: forceStop.signal }, press }
}

/** Rejects when the signal aborts. */
export const rejectOnAbort = (signal: AbortSignal): Promise<never> =>
  new Promise((_, reject) => {
    if (signal.aborted) reject(signal.reason)
    signal.addEventListener('abort', () => reject(signal.reason))
  })

/**
 * Handles Ctrl-C, SIGTERM, a closed terminal and the exit of the parent process. npm sends a signal
 * only to its shell and exits, so below npm this polls for a changed parent process.
 */
export function watchSignals(belowNpm: boolean): ShutdownSignals {
  const { signals, press } = createShutdownSignals(() => performance.now())
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, press)
  process.on('disconnect', press)
  process.channel?.unref()
  if (belowNpm) whenParentChanges(press)
  // The terminal may be closed while processes still have to be stopped.
  for (const stream of [process.stdout, process.stderr]) stream.on('error', () => {})
  return signals
}

function whenParentChanges(press: () => void): void {
  const parent = process.ppid
  const timer = setInterval(() => {
    if (process.ppid === parent) return
    clearInterval(timer)
    press()
  }, 200).unref()
}
