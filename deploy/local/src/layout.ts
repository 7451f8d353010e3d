import { totalmem } from 'node:os'
import { type Copies, hasCopies } from './copies.ts'
import { StartError } from './start-error.ts'

/** The setting FINGERPOST_PROCESSES. */
export type ProcessChoice = 'auto' | 'one' | 'separate'

/** The memory of the local stores: `maxmemory` of Redis, and settings of Postgres. */
export interface StoreMemory {
  redis: string
  postgres: Readonly<Record<string, string>>
}

export const USUAL: StoreMemory = { redis: '1gb', postgres: { max_connections: '300' } }
/** The services open up to 40 connections. */
export const SMALL: StoreMemory = {
  redis: '128mb',
  postgres: {
    max_connections: '100',
    shared_buffers: '32MB',
    maintenance_work_mem: '16MB',
    autovacuum_max_workers: '1',
  },
}

/** What fits into the memory. */
export interface Layout {
  /** Whether the services share one process. */
  shared: boolean
  stores: StoreMemory
  reason: string
}

/** The settings that decide; a URL that is empty is a store of its own. */
interface Choice {
  processes: ProcessChoice
  copies: Copies
  databaseUrl: string
  redisQueueUrl: string
  clickhouseUrl: string
}

const MB = 2 ** 20
const GB = 2 ** 30
/** The idle stack in one process with small stores, and room for a backup and the system. */
const NEEDED_BYTES = 700 * MB
/** With less memory, seven processes leave too little for the stores and the page cache. */
const SEPARATE_FROM_BYTES = 2 * GB

/**
 * The layout that was chosen, or the one that fits copies or the memory. Throws a StartError if the
 * choice allows no copies, and if a stack with its own stores does not fit into the memory.
 */
export function chooseLayout(config: Choice, memory: number): Layout {
  const { processes: choice, copies } = config
  if (!(config.databaseUrl && config.redisQueueUrl && config.clickhouseUrl)) requireMemory(memory)
  if (choice === 'one' && hasCopies(copies)) {
    throw new StartError(
      'FINGERPOST_COPIES needs separate processes. Remove it, or set FINGERPOST_PROCESSES=separate.',
    )
  }
  const isLow = memory < SEPARATE_FROM_BYTES
  const layout = (shared: boolean, small: boolean, reason: string): Layout => ({
    shared,
    stores: small ? SMALL : USUAL,
    reason,
  })
  if (choice !== 'auto') {
    const shared = choice === 'one'
    return layout(shared, shared || isLow, `FINGERPOST_PROCESSES=${choice}`)
  }
  if (hasCopies(copies)) return layout(false, isLow, 'FINGERPOST_COPIES')
  return layout(isLow, isLow, `the machine has ${(memory / GB).toFixed(1)} GB of memory`)
}

function requireMemory(memory: number): void {
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
