import { performance } from 'node:perf_hooks'
import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'

/** How often it is checked whether the process is idle. */
const CHECK_MS = 5_000
/** Share of the time that an idle process works at most. */
const IDLE = 0.05

/**
 * Collects garbage and returns its memory to the system. Blocks for somewhat more than a millisecond
 * per megabyte of live objects.
 */
export function collectGarbage(): void {
  setFlagsFromString('--expose-gc')
  const gc = runInNewContext('gc') as NonNullable<typeof globalThis.gc>
  // The default flavor leaves most of the freed pages with the process.
  gc({ type: 'major', execution: 'sync', flavor: 'last-resort' })
}

/**
 * Collects the garbage of the start once the process has been idle for some seconds. It would keep it
 * for hours, because an idle process allocates too little for V8 to collect.
 */
export function collectGarbageOnceIdle(checkMs = CHECK_MS): void {
  let before = performance.eventLoopUtilization()
  const timer = setInterval(() => {
    const now = performance.eventLoopUtilization()
    const { utilization } = performance.eventLoopUtilization(now, before)
    before = now
    if (utilization > IDLE) return
    clearInterval(timer)
    collectGarbage()
  }, checkMs)
  timer.unref()
}

/**
 * Lets V8 collect old objects when they have grown by half, instead of when there are several times
 * as many. For processes with much live data.
 */
export const limitHeapGrowth = (): void => setFlagsFromString('--heap-growing-percent=50')
