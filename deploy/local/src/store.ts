import type { ProcessSpec } from './supervised.ts'

/** A store of our own: how its process is run, and the URL it answers at. */
export interface Store {
  url: string
  spec: ProcessSpec
}

/** What a store is built from. */
export interface StorePlace {
  /** Its data, a folder of its own. */
  folder: string
  logFile: string
  env: NodeJS.ProcessEnv
  say(line: string): void
  /** Aborts what takes long when the operator does not want to wait any more. */
  signal: AbortSignal
}

export const storeTimeouts = { stopTimeoutMs: 20_000, readyTimeoutMs: 60_000 }
