import { setTimeout as pause } from 'node:timers/promises'

/** Polls until the condition holds. Throws with its name after a timeout. */
export async function until(
  condition: () => boolean | Promise<boolean>,
  name: string,
  timeoutMs = 120_000,
): Promise<void> {
  const endMs = performance.now() + timeoutMs
  while (!(await condition())) {
    if (performance.now() > endMs) throw new Error(`never came: ${name}`)
    await pause(25)
  }
}
