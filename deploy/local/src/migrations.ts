import { execa } from 'execa'
import type { PlannedProcess } from './processes.ts'
import { StartError } from './start-error.ts'

/** Runs all migration scripts concurrently. Throws a StartError with the output of a failed one. */
export async function migrateAll(
  processes: readonly PlannedProcess[],
  root: string,
  signal: AbortSignal,
): Promise<string[]> {
  const scripts = processes.filter((it) => it.migrate !== undefined)
  await Promise.all(
    scripts.map(async ({ name, migrate = '', env }) => {
      const { failed, all, exitCode } = await execa(process.execPath, [migrate], {
        cwd: root,
        env,
        extendEnv: false,
        all: true,
        reject: false,
        cancelSignal: signal,
      })
      if (!failed) return
      throw new StartError(`Migration of ${name} failed with exit code ${exitCode}:\n${all}`)
    }),
  )
  return scripts.map(({ name }) => name)
}
