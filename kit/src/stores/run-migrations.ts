import { createHash } from 'node:crypto'
import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
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
const migrationsIn = async (folder: string): Promise<string[]> =>
  (await readdir(folder)).filter((name) => /^\d{4}_\w+\.sql$/.test(name)).sort()

/** A migration with its SQL. */
export interface Migration {
  name: string
  text: string
  sha256: string
}

/** The migrations in a folder, in their order. */
export const readMigrations = async (folder: string): Promise<Migration[]> =>
  Promise.all(
    (await migrationsIn(folder)).map(async (name) => {
      const text = await readFile(join(folder, name), 'utf8')
      return { name, text, sha256: createHash('sha256').update(text).digest('hex') }
    }),
  )

/**
 * Throws if the first migration is not among the applied ones, of which the database was then created by 0.1, or
 * if one was changed after it was applied: an unreleased version created the database. `applied` has the SHA-256
 * of migrations by name, undefined if it was not stored.
 */
export function requireSameOrigin(
  migrations: readonly Migration[],
  applied: ReadonlyMap<string, string | undefined>,
): void {
  const [first] = migrations
  if (applied.size > 0 && first && !applied.has(first.name)) {
    throw new Error(`This database was created by Fingerpost 0.1. ${MOVE}`)
  }
  const changed = migrations.find((it) => (applied.get(it.name) ?? it.sha256) !== it.sha256)
  if (!changed) return
  throw new Error(
    `This database was created by another build of this version: ${changed.name} was changed since. ${MOVE}`,
  )
}

const MOVE =
  'Export each team with that version (org export), and import it into an empty instance of this one (org import): docs/moving.md'
