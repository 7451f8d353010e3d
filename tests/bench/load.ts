import { execFile } from 'node:child_process'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { CHROME } from '../agents.ts'
import type { Load } from './load.schema.ts'
import { CORES, pinned } from './machine.ts'
import { wrkVersion, wrkWords } from './wrk.ts'

export interface Loaded {
  requests: number
  perSecond: number
  p50Ms: number
  p99Ms: number
  /** Responses of 400 and above. */
  refused: number
  /** Requests without a response. */
  failed: number
}

/** The load generator and its version: wrk, installed if possible, otherwise autocannon. */
export const toolName = (): string => wrkVersion() ?? 'autocannon'

/** Sends requests as fast as responses arrive, over keep-alive connections, in one thread. */
export async function load(wanted: Load): Promise<Loaded> {
  const { cores = CORES.others, headers } = wanted
  const asked = { ...wanted, headers: { 'User-Agent': CHROME, Host: 'localhost', ...headers } }
  const words = wrkVersion() ? wrkWords : cannonWords
  const [command = '', ...args] = [...pinned(cores), ...words(asked)]
  const { stdout } = await promisify(execFile)(command, args)
  return JSON.parse(stdout.slice(stdout.indexOf('JSON') + 4)) as Loaded
}

const cannonWords = (wanted: Load): string[] => [
  process.execPath,
  join(import.meta.dirname, 'autocannon.ts'),
  JSON.stringify(wanted),
]
