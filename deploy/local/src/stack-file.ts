import { renameSync, rmSync, writeFileSync } from 'node:fs'

/** What a running stack tells tests and tools, as `<data>/stack.json`. */
export interface StackFacts {
  url: string
  redirect_url: string
  api_key: string
  domain: string
  pids: Record<string, number>
  stores: { database_url: string; redis_url: string; clickhouse_url: string }
  admin: Record<string, string>
  /** host:port of those that speak gRPC. */
  grpc: Record<string, string>
}

/** Replaces the file whole: a reader never sees half of it. */
export function writeStackFile(file: string, facts: StackFacts): void {
  writeFileSync(`${file}.new`, `${JSON.stringify(facts, null, 2)}\n`, { mode: 0o600 })
  renameSync(`${file}.new`, file)
}

/** No file, no running stack. */
export const removeStackFile = (file: string): void => rmSync(file, { force: true })
