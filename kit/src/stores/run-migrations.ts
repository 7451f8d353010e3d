import { readdir } from 'node:fs/promises'
import { setTimeout as sleep } from 'node:timers/promises'
import { explain } from '../process/command-line.ts'

/** The migrations of one store, which are `NNNN_name.sql` files of a folder. */
export interface Migrations {
  folder: string
  /** Runs the pending ones. */
  migrate(): Promise<string[]>
  /** File names of those that ran; undefined if the store is unreachable. */
  applied(): Promise<string[] | undefined>
}

/**
 * The main function of a migration script: runs the pending migrations or, with the argument `--wait`,
 * waits until another process has. An error is printed to standard error and sets exit code 1.
 */
export async function runMigrations(migrations: Migrations, args = process.argv): Promise<void> {
  try {
    if (args.includes('--wait')) await waitForMigrations(migrations)
    else await migrations.migrate()
  } catch (error) {
    process.stderr.write(`${explain(error)}\n`)
    process.exitCode = 1
  }
}

/** Resolves when all migrations have been applied. A store that is unreachable is not waited for. */
export async function waitForMigrations(
  { folder, applied }: Pick<Migrations, 'folder' | 'applied'>,
  pauseMs = 1_000,
): Promise<void> {
  const names = await migrationsIn(folder)
  for (;;) {
    const done = await applied()
    if (!done || names.every((name) => done.includes(name))) return
    await sleep(pauseMs)
  }
}

/** The file names of the migrations in a folder, in their order. */
export const migrationsIn = async (folder: string): Promise<string[]> =>
  (await readdir(folder)).filter((name) => /^\d{4}_\w+\.sql$/.test(name)).sort()

/**
 * Throws if the first migration of the folder is not among the applied ones: the database was created
 * by 0.1, whose migrations were others.
 */
export async function requireSameOrigin(folder: string, applied: readonly string[]): Promise<void> {
  const [first = ''] = await migrationsIn(folder)
  if (applied.length === 0 || applied.includes(first)) return
  throw new Error(
    'This database was created by Fingerpost 0.1. Export each team with that version (org export), ' +
      'and import it into an empty instance of this one (org import): docs/moving.md',
  )
}
