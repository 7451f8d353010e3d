import { totalmem } from 'node:os'
import { type Copies, hasCopies } from './copies.ts'
import { StartError } from './start-error.ts'

/** The setting FINGERPOST_PROCESSES. */
export type ProcessChoice = 'auto' | 'one' | 'separate'

/** What fits into the memory. */
export interface Layout {
  /** Whether the services share one process. */
  shared: boolean
  /** Whether the local stores have little memory. */
  small: boolean
  reason: string
}

const MB = 2 ** 20
const GB = 2 ** 30
/** The idle stack in one process with small stores, and room for a backup and the system. */
const NEEDED_BYTES = 700 * MB
/** With less memory, seven processes leave too little for the stores and the page cache. */
const SEPARATE_FROM_BYTES = 2 * GB

/**
 * The layout that was chosen, or the one that fits copies or the memory. Throws a StartError if the
 * choice allows no copies.
 */
export function chooseLayout(choice: ProcessChoice, copies: Copies, memory: number): Layout {
  if (choice === 'one' && hasCopies(copies)) {
    throw new StartError(
      'FINGERPOST_COPIES needs separate processes. Remove it, or set FINGERPOST_PROCESSES=separate.',
    )
  }
  const isLow = memory < SEPARATE_FROM_BYTES
  if (choice !== 'auto') {
    const shared = choice === 'one'
    return { shared, small: shared || isLow, reason: `FINGERPOST_PROCESSES=${choice}` }
  }
  if (hasCopies(copies)) return { shared: false, small: isLow, reason: 'FINGERPOST_COPIES' }
  const reason = `the machine has ${(memory / GB).toFixed(1)} GB of memory`
  return { shared: isLow, small: isLow, reason }
}

/** Throws a StartError if a stack with its own stores does not fit into the memory. */
export function requireMemory(memory: number): void {
  if (memory >= NEEDED_BYTES) return
  throw new StartError(
    `Fingerpost needs ${NEEDED_BYTES / MB} MB of memory with its own stores, and this machine or container has ` +
      `${Math.floor(memory / MB)} MB. Use a larger one, or name stores on another machine: DATABASE_URL, REDIS_URL, CLICKHOUSE_URL.`,
  )
}

/** Memory in bytes of this machine, or of its container if that is limited. */
export function memoryBytes(): number {
  const limit = process.constrainedMemory()
  return Math.min(totalmem(), limit || Number.POSITIVE_INFINITY)
}
