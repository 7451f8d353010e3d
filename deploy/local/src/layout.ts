import { totalmem } from 'node:os'
import { type Copies, hasCopies } from './copies.ts'
import { StartError } from './start-error.ts'

/** The setting FINGERPOST_PROCESSES. */
export type ProcessChoice = 'auto' | 'one' | 'separate'

/** Whether the services share one process, and the reason. */
export interface Layout {
  shared: boolean
  reason: string
}

const GB = 2 ** 30
/** With less memory, seven processes leave too little for the stores and the page cache. */
const SEPARATE_FROM_BYTES = 2 * GB

/**
 * The layout that was chosen, or the one that fits copies or the memory. Throws a StartError if the
 * choice allows no copies.
 */
export function chooseLayout(
  choice: ProcessChoice,
  copies: Copies = {},
  memory = memoryBytes(),
): Layout {
  if (choice === 'one' && hasCopies(copies)) {
    throw new StartError(
      'FINGERPOST_COPIES needs separate processes. Remove it, or set FINGERPOST_PROCESSES=separate.',
    )
  }
  if (choice !== 'auto') {
    return { shared: choice === 'one', reason: `FINGERPOST_PROCESSES=${choice}` }
  }
  if (hasCopies(copies)) return { shared: false, reason: 'FINGERPOST_COPIES' }
  const shared = memory < SEPARATE_FROM_BYTES
  return { shared, reason: `the machine has ${(memory / GB).toFixed(1)} GB of memory` }
}

/** Memory in bytes of this machine, or of its container if that is limited. */
function memoryBytes(): number {
  const limit = process.constrainedMemory()
  return Math.min(totalmem(), limit || Number.POSITIVE_INFINITY)
}
