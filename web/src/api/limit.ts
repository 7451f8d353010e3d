import { useEffect, useState, useSyncExternalStore } from 'react'

/** When the API accepts requests again, in ms since 1970. */
let untilMs = 0
const listeners = new Set<() => void>()

/** Starts the countdown of a query above the rate limit, and returns its length in ms. */
export function limitedMs(seconds: number): number {
  const waitMs = Math.max(1, seconds) * 1_000
  untilMs = Date.now() + waitMs
  for (const listener of listeners) listener()
  return waitMs
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

/** Seconds until the API accepts requests again; 0 if it does. */
export function useLimitSeconds(): number {
  const until = useSyncExternalStore(subscribe, () => untilMs)
  const [now, setNow] = useState(0)
  const seconds = Math.max(0, Math.ceil((until - Math.max(now, Date.now())) / 1_000))
  useEffect(() => {
    if (seconds === 0) return
    const timer = setTimeout(() => setNow(Date.now()), 250)
    return () => clearTimeout(timer)
  })
  return seconds
}
