import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { readFileSync } from 'node:fs'
import { connect } from 'node:net'
import { setTimeout as pause } from 'node:timers/promises'
import { pinned } from './machine.ts'
import { root } from './test-stack.ts'

export interface Started {
  pid: number
  /** Time from the start of the process until it listened. */
  readyMs: number
  stop(): Promise<void>
}

/** Starts a program of the repository and waits until it listens on this port of 127.0.0.1. */
export async function startProgram(
  entry: string,
  env: Record<string, string>,
  port: number,
  cores?: string,
): Promise<Started> {
  const [command = '', ...words] = [...(cores ? pinned(cores) : []), process.execPath, entry]
  const began = performance.now()
  const child = spawn(command, words, { cwd: root, env, stdio: 'ignore' })
  while (!(await listens(port))) {
    if (child.exitCode !== null) throw new Error(`${entry} ended with ${child.exitCode}`)
    await pause(2)
  }
  const readyMs = performance.now() - began
  return { pid: child.pid ?? 0, readyMs, stop: () => stop(child) }
}

async function stop(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null) return
  const gone = once(child, 'exit')
  child.kill('SIGTERM')
  await gone
}

const listens = (port: number): Promise<boolean> =>
  new Promise((resolve) => {
    const socket = connect(port, '127.0.0.1', () => {
      socket.destroy()
      resolve(true)
    })
    socket.once('error', () => resolve(false))
  })

/** The environment that a process was started with, from /proc. */
export const environmentOf = (pid: number): Record<string, string> =>
  Object.fromEntries(
    readFileSync(`/proc/${pid}/environ`, 'utf8')
      .split('\0')
      .filter((line) => line.includes('='))
      .map((line) => [line.slice(0, line.indexOf('=')), line.slice(line.indexOf('=') + 1)]),
  )
