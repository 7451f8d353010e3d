import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { freePort } from './ports.ts'
import { StartError } from './start-error.ts'
import { type Store, type StorePlace, storeTimeouts } from './store.ts'

const DATABASE = 'analytics'

/** ClickHouse out of the `chdb` package, its real HTTP interface on a free port of 127.0.0.1. */
export async function clickhouse(place: StorePlace): Promise<Store> {
  const port = await freePort()
  const url = `http://127.0.0.1:${port}`
  mkdirSync(place.folder, { recursive: true, mode: 0o700 })
  return {
    url,
    spec: {
      name: 'clickhouse',
      command: process.execPath,
      args: [join(import.meta.dirname, 'clickhouse-server.ts'), place.folder, `${port}`],
      cwd: place.folder,
      env: place.env,
      logFile: place.logFile,
      // It writes parts whole and renames them, so that ending at once costs nothing.
      stopSignal: 'SIGTERM',
      ...storeTimeouts,
      isReady: () =>
        query(url, 'SELECT 1').then(
          () => true,
          () => false,
        ),
    },
    // `default` is in memory here; only an Atomic database is kept.
    afterStart: () => query(url, `CREATE DATABASE IF NOT EXISTS ${DATABASE} ENGINE = Atomic`),
  }
}

async function query(url: string, sql: string): Promise<void> {
  const response = await fetch(url, { method: 'POST', body: sql })
  const text = await response.text()
  if (!response.ok) throw new StartError(`ClickHouse refused "${sql}": ${text}`)
}
