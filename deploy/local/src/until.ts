import { setTimeout as sleep } from 'node:timers/promises'

/** Polls every `everyMs` until the condition holds. Returns false if `signal` aborts first. */
export async function until(
  condition: () => boolean | Promise<boolean>,
  signal: AbortSignal,
  everyMs = 25,
): Promise<boolean> {
  while (!signal.aborted) {
    if (await condition()) return true
    await sleep(everyMs)
  }
  return false
}
