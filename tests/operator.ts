import { readCommand } from '@fingerpost/kit/process/command-line'
import { createLog } from '@fingerpost/kit/process/log'
import { setPace } from '@fingerpost/kit/process/pace'
import { openPostgres, type Postgres } from '@fingerpost/kit/stores/postgres'
import { adminCommands } from '../services/catalog/src/admin/commands.ts'
import type { CatalogSchema } from '../services/catalog/src/catalog.schema.ts'

const CONNECT_MS = 10_000
/** One connection per database, kept until the worker of the tests ends. */
const opened = new Map<string, Postgres<CatalogSchema>>()

/** Runs an admin command in this process, on the database of catalog; returns what it would print. */
export async function runHere(databaseUrl: string, words: readonly string[]): Promise<unknown> {
  const postgres = opened.get(databaseUrl) ?? openWithRetry(databaseUrl)
  opened.set(databaseUrl, postgres)
  const commands = adminCommands({
    withDatabase: (work) => work(postgres.db),
    isUsed: () => Promise.reject(new Error('Only a process asks link: use adminProcess')),
  })
  const run = readCommand(commands, words)
  return JSON.parse(JSON.stringify(await run()))
}

/** A connection that waits for the answers of a busy machine. */
function openWithRetry(databaseUrl: string): Postgres<CatalogSchema> {
  setPace(10)
  try {
    return openPostgres<CatalogSchema>(databaseUrl, createLog('admin', 'silent'), 1, CONNECT_MS)
  } finally {
    setPace(1)
  }
}
