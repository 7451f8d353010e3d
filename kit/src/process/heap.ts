import { performance } from 'node:perf_hooks'
import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'

/** How often it is checked whether the process is idle. */
const CHECK_MS = 5_000
/** An idle process works for at most this share of the time. */
const IDLE = 0.02
/** Factor by which memory grows before garbage is collected again. */
const GROWTH = 1.5
/** Larger heaps, garbage included, are left to V8, because collecting could block for half a second. */
const HEAP_MAX = 200 * 2 ** 20

/**
 * Collects garbage and returns its memory to the system. Blocks for two to three milliseconds per
 * megabyte of live objects.
 */
export function collectGarbage(): void {
  setFlagsFromString('--expose-gc')
  const gc = runInNewContext('gc') as NonNullable<typeof globalThis.gc>
  setFlagsFromString('--no-expose-gc') // V8 rejects code that was cached with other flags
  // The default flavor leaves most of the freed pages with the process.
  gc({ type: 'major', execution: 'sync', flavor: 'last-resort' })
}

/**
 * Collects garbage when the process has been idle for some seconds, and again after its memory has grown
 * by half. It would keep the garbage of its start or of a burst for hours, because an idle process
 * allocates too little for V8 to collect.
 */
export function collectGarbageWhenIdle(checkMs = CHECK_MS): void {
  let before = performance.eventLoopUtilization()
  let limit = 0
  const check = () => {
    const now = performance.eventLoopUtilization()
    const { utilization } = performance.eventLoopUtilization(now, before)
    before = now
    const { rss, heapUsed } = process.memoryUsage()
    if (utilization > IDLE || rss < limit || heapUsed > HEAP_MAX) return
    collectGarbage()
    limit = process.memoryUsage.rss() * GROWTH
  }
  setInterval(check, checkMs).unref()
}

/**
 * Lets V8 collect old objects when they have grown by half, instead of when they are several times as
 * large. For processes with much live data. To be called after the imports: V8 rejects code that was
 * cached with other flags.
 */
export const limitHeapGrowth = (): void => setFlagsFromString('--heap-growing-percent=50')
