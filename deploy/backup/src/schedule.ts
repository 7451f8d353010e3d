import { setTimeout as sleep } from 'node:timers/promises'
import { untilNext } from './rotation.rules.ts'

/** Runs `work` every day at `at`, HH:MM in UTC, until the signal aborts. */
export async function everyDay(
  at: string,
  work: () => Promise<void>,
  signal = new AbortController().signal,
): Promise<void> {
  while (!signal.aborted) {
    await sleep(untilNext(at, Date.now()), undefined, { signal }).catch(() => {})
    if (!signal.aborted) await work()
  }
}
