import { renameSync, rmSync, writeFileSync } from 'node:fs'

/** Facts about a running stack for tests and tools, stored as `<data>/stack.json`. */
export interface StackFacts {
  url: string
  redirect_url: string
  api_key: string
  domain: string
  pids: Record<string, number>
  stores: { database_url: string; redis_url: string; clickhouse_url: string }
  admin: Record<string, string>
  /** host:port of the gRPC servers. */
  grpc: Record<string, string>
}

/** Replaces the file atomically, so that readers never see a partial one. */
export function writeStackFile(file: string, facts: StackFacts): void {
  writeFileSync(`${file}.new`, `${JSON.stringify(facts, null, 2)}\n`, { mode: 0o600 })
  renameSync(`${file}.new`, file)
}

/** Without the file, no stack is running. */
export const removeStackFile = (file: string): void => rmSync(file, { force: true })
