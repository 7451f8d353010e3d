import { inTime } from './in-time.ts'

/** After which time without an answer a store is asked whether it is there. */
const LOOK_MS = 300
/** How long it may take to say so. */
const ANSWER_MS = 700

/**
 * Tells a store that is silent from one that is slow: what takes long goes on for as long as `ping`, on a
 * connection of its own, is answered. `watch` begins to look after something that waits; it calls `giveUp`
 * at most once, about a second after the store fell silent. What it gives ends the watch.
 */
export function createSilenceWatch(ping: () => Promise<unknown>) {
  let asking: Promise<boolean> | undefined
  const isThere = () => {
    asking ??= inTime(ping(), ANSWER_MS)
      .then(
        () => true,
        () => false,
      )
      .finally(() => {
        asking = undefined
      })
    return asking
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
