import { join } from 'node:path'
import { rotate } from './log-file.ts'
import type { PlannedProcess } from './processes.ts'
import type { ProcessSpec } from './supervised.ts'

/** How a Node process is run: ready when its admin port says so, with its own log file. */
export function toSpec(planned: PlannedProcess, root: string, logFolder: string): ProcessSpec {
  const { name, entry, env, adminUrl } = planned
  const logFile = join(logFolder, `${name}.log`)
  rotate(logFile)
  return {
    name,
    command: process.execPath,
    args: [entry],
    cwd: root,
    env,
    logFile,
    stopSignal: 'SIGTERM',
    stopTimeoutMs: 15_000,
    readyTimeoutMs: 30_000,
    isReady: () => answersOk(`${adminUrl}/readyz`),
  }
}

async function answersOk(url: string): Promise<boolean> {
  try {
    const response = await fetch(url, { signal: AbortSignal.timeout(2_000) })
    await response.body?.cancel()
    return response.ok
  } catch {
    return false
  }
}
