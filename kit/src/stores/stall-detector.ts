/** Time without an answer after which the store is probed. */
const LOOK_MS = 300
/** Timeout of a probe, after which the store is probed once more. */
const ANSWER_MS = 700
/** Number of failed probes in a row after which the store counts as silent. */
const MISSES = 2
const STEP_MS = 50

/**
 * Distinguishes a silent store from a slow one: slow work continues as long as `ping`, on a
 * separate connection, is answered. `watch` monitors pending work and calls `giveUp` at most once,
 * about 1.7 s after the store became silent. It returns a function that ends the watch.
 */
export function createStallDetector(ping: () => Promise<unknown>) {
  let pinging: Promise<boolean> | undefined
  const isThere = () => {
    pinging ??= answers(ping).finally(() => {
      pinging = undefined
    })
    return pinging
  }

  return function watch(giveUp: () => void): () => void {
    let over = false
    let timer = setTimeout(look, LOOK_MS)
    async function look(): Promise<void> {
      const there = await isThere()
      if (over) return
      if (there) timer = setTimeout(look, LOOK_MS)
      else giveUp()
    }
    return () => {
      over = true
      clearTimeout(timer)
    }
  }
}

/** Whether any of the probes is answered, even late. */
async function answers(ping: () => Promise<unknown>): Promise<boolean> {
  const asked: Promise<unknown>[] = []
  for (let misses = 0; misses < MISSES; misses++) {
    asked.push(ping())
    if (await inOwnTime(Promise.any(asked), ANSWER_MS)) return true
  }
  return false
}

/**
 * Whether `work` succeeds in time. Time is measured in timer steps, so that event loop lag of this
 * process does not count against the store.
 */
function inOwnTime(work: Promise<unknown>, limitMs: number): Promise<boolean> {
  return new Promise((resolve) => {
    let leftMs = limitMs
    let timer = setTimeout(step, STEP_MS)
    function step(): void {
      leftMs -= STEP_MS
      if (leftMs > 0) timer = setTimeout(step, STEP_MS)
      else setImmediate(() => resolve(false)) // reads received data first
    }
    work
      .then(
        () => resolve(true),
        () => resolve(false),
      )
      .finally(() => clearTimeout(timer))
  })
}
