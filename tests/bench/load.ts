import { execFile } from 'node:child_process'
import { promisify } from 'node:util'
import { CHROME } from '../agents.ts'
import { CORES, pinned } from './machine.ts'
import { wrkVersion, wrkWords } from './wrk.ts'

export interface Load {
  /** http://host:port */
  origin: string
  seconds: number
  connections?: number
  headers?: Record<string, string>
  method?: string
  asks: Asks
  /** Milliseconds that a connection waits before each request. */
  pauseMs?: number
  cores?: string
}

/** What is asked for: the same each time, or with `#` standing for one of `of` numbers at random. */
export interface Asks {
  path: string
  body?: string
  of?: number
  /** The lowest of the numbers. */
  from?: number
  /** So many requests, one for something that is not there, another each time. */
  strangeEvery?: number
}

export interface Loaded {
  requests: number
  perSecond: number
  p50Ms: number
  p99Ms: number
  /** Answers of 400 and above. */
  refused: number
  /** No answer at all. */
  failed: number
}

/** wrk, installed where that is possible, else autocannon; with its version. */
export const toolName = (): string => wrkVersion() ?? 'autocannon'

/** Asks as fast as answers come, over kept connections, one thread. */
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
  new URL('cannon.ts', import.meta.url).pathname,
  JSON.stringify(wanted),
]
