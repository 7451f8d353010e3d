import { Problem } from '@fingerpost/kit/http/problem'
import { readCommand } from '@fingerpost/kit/process/command-line'
import { createLog } from '@fingerpost/kit/process/log'
import { openPostgres, type Postgres } from '@fingerpost/kit/stores/postgres'
import { adminCommands } from '../services/catalog/src/admin/commands.ts'
import type { CatalogSchema } from '../services/catalog/src/catalog.schema.ts'

const CONNECT_MS = 10_000
/** One connection per database, kept until the worker of the tests ends. */
const opened = new Map<string, Postgres<CatalogSchema>>()

/** Runs an admin command in this process, on the database of catalog; returns what it would print. */
export async function runHere(databaseUrl: string, words: readonly string[]): Promise<unknown> {
  const postgres =
    opened.get(databaseUrl) ??
    openPostgres<CatalogSchema>(databaseUrl, createLog('admin', 'silent'), 1, CONNECT_MS)
  opened.set(databaseUrl, postgres)
  const commands = adminCommands({
    withDatabase: (work) => work(postgres.db),
    isUsed: () => Promise.reject(new Error('Only a process asks link: use adminProcess')),
  })
  const run = readCommand(commands, words)
  // On a busy machine, a connection whose answer is late is closed; nothing was committed then.
  const answer = await run().catch((error) => {
    if (error instanceof Problem) throw error
    return run()
  })
  return JSON.parse(JSON.stringify(answer))
}
