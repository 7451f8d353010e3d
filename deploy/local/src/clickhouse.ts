import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { request } from '@fingerpost/kit/http/request'
import { createToken } from '@fingerpost/kit/secrets/token'
import { clickhouseAt } from '@fingerpost/kit/stores/clickhouse-url'
import { freePort } from './ports.ts'
import { storedSecret } from './secrets.ts'
import { type Store, type StorePlace, storeTimeouts } from './store.ts'

const settings = join(import.meta.dirname, '..', '..', 'clickhouse')

/** ClickHouse from the `chdb` package, with its HTTP interface on a free port of 127.0.0.1. */
export async function clickhouse(place: StorePlace): Promise<Store> {
  const port = await freePort()
  mkdirSync(place.folder, { recursive: true, mode: 0o700 })
  const password = storedSecret(`${place.folder}-password`, undefined, () => createToken('ch'))
  const url = `http://fingerpost:${password}@127.0.0.1:${port}`
  return {
    url,
    spec: {
      name: 'clickhouse',
      command: process.execPath,
      args: [
        join(import.meta.dirname, 'clickhouse-server.ts'),
        place.folder,
        `${port}`,
        '127.0.0.1',
        join(settings, 'server.xml'),
        join(settings, 'users.xml'),
      ],
      cwd: place.folder,
      env: {
        ...place.env,
        CLICKHOUSE_PASSWORD: password,
      },
      logFile: place.logFile,
      // Parts are written completely and then renamed, so an immediate exit loses nothing.
      stopSignal: 'SIGTERM',
      ...storeTimeouts,
      isReady: () => answers(url),
    },
  }
}

async function answers(url: string): Promise<boolean> {
  const { target, headers } = clickhouseAt(url)
  try {
    const query = { method: 'POST', headers, body: 'SELECT 1', signal: AbortSignal.timeout(2_000) }
    return (await request(target, query)).ok
  } catch {
    return false
  }
}
