import type { ProcessSpec } from './supervised.ts'

/** A locally started store: how its process is run, and its URL. */
export interface Store {
  url: string
  /** For the operator: its version, and where its program comes from. */
  origin?: string
  spec: ProcessSpec
}

/** Where and how to set up a store. */
export interface StorePlace {
  /** The folder for its data. */
  folder: string
  logFile: string
  env: NodeJS.ProcessEnv
  say(line: string): void
  /** Aborts slow steps when the operator stops the start. */
  signal: AbortSignal
}

export const storeTimeouts = { stopTimeoutMs: 20_000, readyTimeoutMs: 60_000 }
