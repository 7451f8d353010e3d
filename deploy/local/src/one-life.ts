import { type ChildProcess, spawn } from 'node:child_process'
import { closeSync, fstatSync, statSync } from 'node:fs'
import { openLogFile, tail } from './log-file.ts'
import { cpuSeconds } from './process-identity.ts'
import type { Work } from './progress.ts'

/** What a single run of a program needs. */
export interface Program {
  command: string
  args: readonly string[]
  cwd: string
  env: NodeJS.ProcessEnv
  uid?: number
  gid?: number
  logFile: string
}

/** One run of a program, from start to exit. */
export class OneLife {
  readonly startedAt = Date.now()
  /** Undefined if it could not be started. */
  readonly pid: number | undefined
  /** Resolves with the signal, exit code or error; never rejects. */
  readonly ended: Promise<string>
  readonly #child: ChildProcess
  readonly #logFile: string
  readonly #logFrom: number

  constructor({ command, args, cwd, env, uid, gid, logFile }: Program) {
    const log = openLogFile(logFile)
    this.#logFile = logFile
    this.#logFrom = fstatSync(log).size
    this.#child = spawn(command, args, {
      cwd,
      env,
      ...(uid !== undefined && { uid }),
      ...(gid !== undefined && { gid }),
      stdio: ['ignore', log, log],
      // In its own process group: Ctrl-C in the terminal reaches only the supervisor.
      detached: true,
    })
    closeSync(log)
    this.pid = this.#child.pid
    this.ended = new Promise((resolve) => {
      this.#child.once('error', (error) => resolve(error.message))
      this.#child.once('exit', (code, signal) => resolve(signal ?? `exit code ${code}`))
    })
  }

  signal(signal: NodeJS.Signals): void {
    this.#child.kill(signal)
  }

  /** Kills the process and its process group immediately. */
  kill(): void {
    if (this.pid === undefined) return
    try {
      process.kill(-this.pid, 'SIGKILL')
    } catch {
      // It has already exited.
    }
  }

  work(): Work {
    const { size = 0 } = statSync(this.#logFile, { throwIfNoEntry: false }) ?? {}
    return { cpuSeconds: (this.pid && cpuSeconds(this.pid)) || 0, logBytes: size }
  }

  /** The last lines of its log, indented for the terminal. */
  lastLines(count: number): string {
    const lines = tail(this.#logFile, count, this.#logFrom)
    if (lines.length === 0) return `It wrote nothing to ${this.#logFile}`
    return `The end of ${this.#logFile}:\n${lines.map((line) => `    ${line}`).join('\n')}`
  }
}
