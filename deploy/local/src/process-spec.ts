import { join } from 'node:path'
import { request } from '@fingerpost/kit/http/request'
import { rotate } from './log-file.ts'
import { PLANS, type ServicePlan, shareEnvironment } from './one-process/plan.ts'
import type { PlannedProcess } from './processes.ts'
import type { ProcessSpec } from './supervised.ts'

/** The name of the process that runs all services. */
export const SERVICES = 'services'

/** How a Node process is run: ready when its admin port says so, with its own log file. */
export function toSpec(planned: PlannedProcess, root: string, logFolder: string): ProcessSpec {
  const { name, entry, env, adminUrl } = planned
  return {
    ...nodeProcess(name, entry, root, logFolder),
    env,
    stopTimeoutMs: 15_000,
    isReady: () => isReady(adminUrl),
  }
}

/** How one process runs all services: ready when each of them is. Each has its own log file. */
export function toSharedSpec(
  planned: readonly PlannedProcess[],
  root: string,
  logFolder: string,
): ProcessSpec {
  const { common, own } = shareEnvironment(planned)
  const plans = planned.map(
    ({ name, entry }, i): ServicePlan => ({
      name,
      entry,
      logFile: openLog(logFolder, name),
      env: own[i] ?? {},
    }),
  )
  const options = planned.find(({ name }) => name === 'redirect')?.env.NODE_OPTIONS
  const entry = 'deploy/local/src/one-process/main.ts'
  return {
    ...nodeProcess(SERVICES, entry, root, logFolder),
    env: {
      MALLOC_ARENA_MAX: '2', // arenas of glibc's malloc: 5 MB less than with its default
      ...common,
      ...(options && { NODE_OPTIONS: options }),
      [PLANS]: JSON.stringify(plans),
    },
    stopTimeoutMs: 35_000,
    isReady: async () => {
      const ready = await Promise.all(planned.map(({ adminUrl }) => isReady(adminUrl)))
      return ready.every(Boolean)
    },
  }
}

function nodeProcess(name: string, entry: string, root: string, logFolder: string) {
  return {
    name,
    command: process.execPath,
    args: [entry],
    cwd: root,
    logFile: openLog(logFolder, name),
    stopSignal: 'SIGTERM' as const,
    readyTimeoutMs: 30_000,
  }
}

function openLog(folder: string, name: string): string {
  const file = join(folder, `${name}.log`)
  rotate(file)
  return file
}

async function isReady(adminUrl: string): Promise<boolean> {
  try {
    return (await request(new URL('/readyz', adminUrl), { signal: AbortSignal.timeout(2_000) })).ok
  } catch {
    return false
  }
}
