import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { onTestFinished, vi } from 'vitest'
import type { ProcessSpec } from '../supervised.ts'

/** A folder that is removed after the test. */
export function temporaryFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), 'fingerpost-unit-'))
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }))
  return folder
}

/**
 * A small Node program as a process. It may call `ready()` and `note(text)`, which appends a line
 * to `notes` in the folder.
 */
export function script(folder: string, name: string, body: string): ProcessSpec {
  const readyFile = join(folder, `${name}.ready`)
  const code = `
    const { appendFileSync, writeFileSync } = require('node:fs')
    const note = (text) => appendFileSync(${JSON.stringify(join(folder, 'notes'))}, text + '\\n')
    const ready = () => writeFileSync(${JSON.stringify(readyFile)}, String(process.pid))
    ${body}`
  return {
    name,
    command: process.execPath,
    args: ['-e', code],
    cwd: folder,
    env: {},
    logFile: join(folder, `${name}.log`),
    stopSignal: 'SIGTERM',
    stopTimeoutMs: 10_000,
    readyTimeoutMs: 10_000,
    isReady: async (pid) => existsSync(readyFile) && readFileSync(readyFile, 'utf8') === `${pid}`,
  }
}

/** The lines that the scripts of a folder have noted so far. */
export function notes(folder: string): string[] {
  const file = join(folder, 'notes')
  return existsSync(file) ? readFileSync(file, 'utf8').trim().split('\n') : []
}

/** Waits until the expectation holds. */
export const eventually = (expectation: () => void): Promise<void> =>
  vi.waitFor(expectation, { timeout: 10_000, interval: 20 })
