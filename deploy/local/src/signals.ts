const ONE_PRESS_MS = 500

/** What the operator wants, as signals say it. */
export interface Wishes {
  /** Aborts at the first signal. */
  stop: AbortSignal
  /** Aborts at the second. */
  hurry: AbortSignal
}

/**
 * Listens for Ctrl-C, SIGTERM, a closed terminal and the end of the process that started this one.
 * One Ctrl-C arrives up to three times (terminal, npm, run.mjs): what follows within half a second
 * counts as the same.
 */
export function watchSignals(): Wishes {
  const stop = new AbortController()
  const hurry = new AbortController()
  let firstAt = 0
  const onSignal = () => {
    if (!stop.signal.aborted) {
      firstAt = performance.now()
      stop.abort()
    } else if (performance.now() - firstAt > ONE_PRESS_MS) {
      hurry.abort()
    }
  }
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, onSignal)
  process.on('disconnect', onSignal)
  process.channel?.unref()
  // The terminal may be gone while there is still something to stop.
  for (const stream of [process.stdout, process.stderr]) stream.on('error', () => {})
  return { stop: stop.signal, hurry: hurry.signal }
}
