import { setTimeout as sleep } from 'node:timers/promises'

/** Asks every `everyMs` until the answer is yes. False when `signal` aborts first. */
export async function until(
  question: () => boolean | Promise<boolean>,
  signal: AbortSignal,
  everyMs = 25,
): Promise<boolean> {
  while (!signal.aborted) {
    if (await question()) return true
    await sleep(everyMs)
  }
  return false
}
