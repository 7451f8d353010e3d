import { type ChildProcess, spawn } from 'node:child_process'
import { chmodSync, linkSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { rotateLargeLogs } from './log-file.ts'
import { startTime } from './process-identity.ts'
import { endRecorded, recordProcesses } from './process-record.ts'
import { StartError } from './start-error.ts'
import type { Running } from './supervisor.ts'

/** Another process has locked the folder. */
export class FolderInUse extends StartError {
  readonly pid: number

  constructor(folder: string, pid: number) {
    super(
      `Fingerpost is already running on ${folder} (pid ${pid}). ` +
        'Stop it, or give this one a folder and a port of its own: ' +
        'FINGERPOST_DATA=.data2 FINGERPOST_PORT=8081 npm start',
    )
    this.pid = pid
  }
}

const ROTATE_EVERY_MS = 5_000

/** A data folder locked by this process until it is released; until then, its logs are rotated. */
export class DataFolder {
  readonly path: string
  readonly #guard: ChildProcess
  readonly #rotation: NodeJS.Timeout

  private constructor(path: string) {
    this.path = path
    const guard = join(import.meta.dirname, 'guard.ts')
    const program = [process.execPath, guard, this.#record, `${process.pid}`]
    const stdio = ['pipe', 'ignore', 'ignore'] as const
    // A shell waits, because it takes 2 MB of memory and Node 45.
    const words = ['-c', 'read -r released || exec "$@"', 'guard', ...program]
    this.#guard = spawn('/bin/sh', words, { detached: true, stdio: [...stdio] })
    this.#guard.unref()
    // A guard that was killed, for example for lack of memory.
    this.#guard.stdin?.on('error', () => {})
    this.#rotation = setInterval(() => rotateLargeLogs(this.at('logs')), ROTATE_EVERY_MS).unref()
  }

  /**
   * Creates and locks the folder, and ends processes that a killed supervisor left running in it.
   * Throws FolderInUse if another supervisor uses the folder.
   */
  static async open(path: string, say: (line: string) => void): Promise<DataFolder> {
    mkdirSync(join(path, 'logs'), { recursive: true, mode: 0o700 })
    // Others can traverse it, because the user of Postgres has a folder inside, but not list it.
    chmodSync(path, 0o711)
    lock(join(path, 'lock'), path)
    const ended = await endRecorded(join(path, 'processes.json'))
    if (ended.length > 0) say(`Ended what the last run had left behind: ${ended.join(', ')}`)
    return new DataFolder(path)
  }

  /** Path of a file inside the folder. */
  at(...names: string[]): string {
    return join(this.path, ...names)
  }

  /** Records the running processes for the guard and the next start. */
  record(running: readonly Running[]): void {
    recordProcesses(this.#record, running)
  }

  /** Unlocks the folder for the next supervisor. */
  release(): void {
    clearInterval(this.#rotation)
    this.#guard.stdin?.end('released\n')
    rmSync(this.at('lock'), { force: true })
  }

  get #record(): string {
    return this.at('processes.json')
  }
}

function lock(file: string, folder: string): void {
  // A link, because a concurrent start must never see a lock without its content.
  const mine = `${file}.${process.pid}`
  const identity = { pid: process.pid, startTime: startTime(process.pid) }
  writeFileSync(mine, JSON.stringify(identity), { mode: 0o600 })
  try {
    while (!linked(mine, file)) {
      const owner = readLock(file)
      if (owner !== undefined && owner.startTime === startTime(owner.pid)) {
        throw new FolderInUse(folder, owner.pid)
      }
      rmSync(file, { force: true })
    }
  } finally {
    rmSync(mine)
  }
}

function linked(from: string, to: string): boolean {
  try {
    linkSync(from, to)
    return true
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error
    return false
  }
}

function readLock(file: string): { pid: number; startTime: string } | undefined {
  try {
    return JSON.parse(readFileSync(file, 'utf8'))
  } catch {
    return undefined
  }
}
