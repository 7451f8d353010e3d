import type { BackupFacts } from './stores.ts'

/** Counts and bytes of one store in a backup. */
export interface StoreSummary {
  store: string
  databases?: number
  tables?: number
  partitions?: number
  rows?: number
  keys?: number
  files?: number
  bytes?: number
}

/** A summary of a backup for operators: a JSON line for the whole, then one per store. */
export const describeBackup = (folder: string, facts: BackupFacts): string =>
  [{ folder, made_at: facts.made_at }, ...summaryOf(facts)]
    .map((it) => JSON.stringify(it))
    .join('\n')

/** Counts per store. */
export function summaryOf(facts: BackupFacts): StoreSummary[] {
  const { postgres_rows, redis_keys, tables, databases, partitions, files } = facts
  const names = Object.keys(databases)
  const storeOf = (path: string): string => {
    if (names.some((name) => path.startsWith(`${name}.`) || path.startsWith(`${name}#`))) {
      return 'postgres'
    }
    if (path.startsWith('redis-')) return 'redis'
    return tables.some((name) => path.startsWith(`${name}/`)) ? 'clickhouse' : 'files'
  }
  const bytesOf = Map.groupBy(Object.entries(files), ([path]) => storeOf(path))
  const sizes = (store: string) => (bytesOf.get(store) ?? []).map(([, { bytes }]) => bytes)
  const sum = (numbers: number[]) => numbers.reduce((all, it) => all + it, 0)
  const counts: StoreSummary[] = [
    { store: 'postgres', databases: names.length, rows: postgres_rows },
    { store: 'redis', keys: redis_keys },
    {
      store: 'clickhouse',
      partitions: Object.keys(partitions).length,
      rows: sum(Object.values(partitions).map(({ rows }) => rows)),
    },
    { store: 'files', files: sizes('files').length },
  ]
  return counts.map((it) => ({ ...it, bytes: sum(sizes(it.store)) }))
}
