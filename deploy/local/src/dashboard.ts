import { join } from 'node:path'
import { execa } from 'execa'
import { DASHBOARD, isBuilt, markBuilt, sourcesOf } from '../built.mjs'
import { StartError } from './start-error.ts'

/**
 * Builds the dashboard if its sources have changed since the last build. Returns whether it did.
 * Throws a StartError with the build output.
 */
export async function buildDashboard(root: string, signal: AbortSignal): Promise<boolean> {
  const sources = sourcesOf(root, DASHBOARD)
  if (isBuilt(root, DASHBOARD, sources)) return false
  const { failed, all } = await execa(process.execPath, ['build.ts'], {
    cwd: join(root, 'web'),
    all: true,
    reject: false,
    cancelSignal: signal,
  })
  if (failed) throw new StartError(`The dashboard cannot be built:\n${all}`)
  markBuilt(root, DASHBOARD, sources)
  return true
}
