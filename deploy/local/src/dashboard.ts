import { createHash } from 'node:crypto'
import { existsSync, globSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { execa } from 'execa'
import { StartError } from './start-error.ts'

const SOURCES = [
  'web/*.{html,ts,json}',
  'web/src/**/*.*',
  'clients/typescript/src/*.ts',
  'pnpm-lock.yaml',
]

/**
 * Builds the dashboard if its sources have changed since the last build. Returns whether it did.
 * Throws a StartError with the build output.
 */
export async function buildDashboard(root: string, signal: AbortSignal): Promise<boolean> {
  const web = join(root, 'web')
  const mark = join(web, 'dist', '.sources')
  const sources = fingerprint(root)
  if (existsSync(mark) && readFileSync(mark, 'utf8') === sources) return false
  const { failed, all } = await execa(process.execPath, ['build.ts'], {
    cwd: web,
    all: true,
    reject: false,
    cancelSignal: signal,
  })
  if (failed) throw new StartError(`The dashboard cannot be built:\n${all}`)
  writeFileSync(mark, sources)
  return true
}

function fingerprint(root: string): string {
  const hash = createHash('sha256')
  for (const path of globSync(SOURCES, { cwd: root }).sort()) {
    hash.update(`\n${path}\n`).update(readFileSync(join(root, path)))
  }
  return hash.digest('hex')
}
