import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { readConfig, withoutChoices } from '../../deploy/local/src/config.ts'
import { freePort } from '../../deploy/local/src/ports.ts'
import type { ShutdownSignals } from '../../deploy/local/src/signals.ts'
import { startStack } from '../../deploy/local/src/stack.ts'
import type { StackFacts } from '../../deploy/local/src/stack-file.ts'
import { Terminal } from '../../deploy/local/src/terminal.ts'

export const root = join(import.meta.dirname, '..', '..')

/** High limits: requests are counted, but never rejected. */
const SETTINGS = {
  RATE_LIMIT_PER_MINUTE: '1000000000',
  RATE_LIMIT_ANALYTICS_PER_MINUTE: '1000000000',
  RATE_LIMIT_IMPORT_PER_MINUTE: '1000000000',
  RATE_LIMIT_QR_PER_MINUTE: '1000000000',
  RATE_LIMIT_ADDRESS_PER_MINUTE: '1000000000',
  UNKNOWN_PER_MINUTE: '0',
}

class Quiet extends Terminal {
  override say(): void {}
}

/** The whole product, started like `npm start`, with its own data. */
export interface TestStack {
  facts: StackFacts
  /** Pids of the named processes of the stack; all without names. */
  pids(...names: string[]): number[]
  /** The URL of a service's database: link, catalog or bio. */
  databaseUrl(name: string): string
  close(): Promise<void>
}

export async function startTestStack(): Promise<TestStack> {
  const folder = mkdtempSync(join(tmpdir(), 'fingerpost-bench-'))
  const stop = new AbortController()
  const signals: ShutdownSignals = { stop: stop.signal, forceStop: new AbortController().signal }
  const choices = {
    FINGERPOST_PORT: `${await freePort()}`,
    FINGERPOST_DATA: join(folder, 'data'),
    FINGERPOST_PROCESSES: 'separate',
  }
  const env = { ...withoutChoices(process.env), ...SETTINGS, ...choices }
  const stack = await startStack(readConfig(env, root), signals, new Quiet())
  const { facts } = stack
  return {
    facts,
    pids: (...names) =>
      (names.length > 0 ? names : Object.keys(facts.pids)).map((name) => facts.pids[name] ?? 0),
    databaseUrl(name) {
      const url = new URL(facts.stores.database_url)
      url.pathname = name
      return url.href
    },
    async close() {
      await stack.stop()
      rmSync(folder, { recursive: true, force: true })
    },
  }
}
