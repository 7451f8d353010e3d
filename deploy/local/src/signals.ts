const ONE_PRESS_MS = 500

/** What the operator wants, as signals say it. */
export interface Wishes {
  /** Aborts at the first signal. */
  stop: AbortSignal
  /** Aborts at the second. */
  hurry: AbortSignal
}

/**
 * Wishes, and the press of Ctrl-C that makes them. One press arrives up to three times (from the
 * terminal, npm and run.mjs): what follows within half a second counts as the same.
 */
export function createWishes(nowMs: () => number): { wishes: Wishes; press(): void } {
  const stop = new AbortController()
  const hurry = new AbortController()
  let firstMs = 0
  const press = () => {
    if (!stop.signal.aborted) {
      firstMs = nowMs()
      stop.abort()
    } else if (nowMs() - firstMs > ONE_PRESS_MS) {
      hurry.abort()
    }
  }
  return { wishes: { stop: stop.signal, hurry: hurry.signal }, press }
}

/** Listens for Ctrl-C, SIGTERM, a closed terminal and the end of the process that started this one. */
export function watchSignals(): Wishes {
  const { wishes, press } = createWishes(() => performance.now())
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, press)
  process.on('disconnect', press)
  process.channel?.unref()
  // The terminal may be gone while there is still something to stop.
  for (const stream of [process.stdout, process.stderr]) stream.on('error', () => {})
  return wishes
}
