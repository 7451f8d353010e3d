import { setTimeout as pause } from 'node:timers/promises'

/** Polls until the condition holds. Throws with its name after a timeout. */
export async function until(
  question: () => boolean | Promise<boolean>,
  name: string,
  timeoutMs = 120_000,
): Promise<void> {
  const endMs = performance.now() + timeoutMs
  while (!(await question())) {
    if (performance.now() > endMs) throw new Error(`never came: ${name}`)
    await pause(25)
  }
}
