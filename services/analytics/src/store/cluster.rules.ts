const TABLE =
  /^CREATE TABLE IF NOT EXISTS (\w+)(.*?)\bENGINE = (\w*MergeTree)(?:\(([^)]*)\))?(.*)$/s
const VIEW = /^CREATE MATERIALIZED VIEW IF NOT EXISTS (\w+) TO (\w+)(.*)\bFROM (\w+)\b(.*)$/s
const ALTER = /^ALTER TABLE (\w+)\s+(.*)$/s
const DROP = /^DROP (TABLE|VIEW) IF EXISTS (\w+)$/s
/** Changes that also apply to a Distributed table. */
const COLUMNS = /^(ADD|DROP|MODIFY|RENAME|COMMENT) COLUMN/

// As long as the queue may contain a job that was already inserted.
const TOKEN_TTL_SECONDS = 7 * 24 * 3600

/** The table that holds the rows on each server of a cluster. */
const local = (table: string) => `${table}_local`

/**
 * Translates a migration statement for a cluster: each table becomes a replicated table on every
 * shard and a `Distributed` table with its original name. All rows of a link are on one shard;
 * tables without `link_id` are on the first shard. Throws for unsupported statements.
 */
export function onCluster(statement: string, cluster: string): string[] {
  const sql = statement.replace(/^\s*--.*$/gm, '').trim()
  if (!/^[\w-]+$/.test(cluster)) throw new Error('CLICKHOUSE_CLUSTER is not a valid cluster name')
  const where = `ON CLUSTER '${cluster}'`
  const [, table = '', columns = '', engine, args = '', rest = ''] = TABLE.exec(sql) ?? []
  if (engine) {
    const place = `'/clickhouse/tables/{shard}/{database}/${local(table)}', '{replica}'`
    const version = args.trim() && `, ${args.trim()}`
    const key = /\blink_id\b/.test(columns) ? 'cityHash64(link_id)' : '0'
    return [
      `CREATE TABLE IF NOT EXISTS ${local(table)} ${where}${columns}ENGINE = Replicated${engine}(${place}${version})${replicated(rest)}`,
      `CREATE TABLE IF NOT EXISTS ${table} ${where} AS ${local(table)} ENGINE = Distributed('${cluster}', currentDatabase(), '${local(table)}', ${key})`,
    ]
  }
  const [, view, target = '', select, source = '', end = ''] = VIEW.exec(sql) ?? []
  if (view) {
    return [
      `CREATE MATERIALIZED VIEW IF NOT EXISTS ${view} ${where} TO ${local(target)}${select}FROM ${local(source)}${end}`,
    ]
  }
  const [, altered = '', change = ''] = ALTER.exec(sql) ?? []
  if (altered) {
    const tables = COLUMNS.test(change) ? [local(altered), altered] : [local(altered)]
    return tables.map((name) => `ALTER TABLE ${name} ${where} ${replicated(change)}`)
  }
  const [, kind, dropped = ''] = DROP.exec(sql) ?? []
  if (kind === 'VIEW') return [`DROP VIEW IF EXISTS ${dropped} ${where}`]
  if (kind) return [dropped, local(dropped)].map((name) => `DROP TABLE IF EXISTS ${name} ${where}`)
  // Inserts go through the Distributed tables.
  if (/^INSERT INTO /.test(sql)) return [sql]
  throw new Error(`A cluster cannot take this statement as it is: ${sql.slice(0, 80)}`)
}

/** Renames settings to those of replicated tables. */
const replicated = (settings: string) =>
  settings.replace(
    /\bnon_replicated_deduplication_window = (\d+)/,
    `replicated_deduplication_window = $1, replicated_deduplication_window_seconds = ${TOKEN_TTL_SECONDS}`,
  )

/** Settings of every statement on a cluster. */
export const CLUSTER_SETTINGS = {
  // Inserts wait for all shards; each shard deduplicates its part by the same token.
  distributed_foreground_insert: 1,
  // Subqueries run locally on each shard, because all rows of a link are on the same shard.
  distributed_product_mode: 'local',
  // An insert is acknowledged by a majority of the replicas of each shard; of two, by both. Inserts
  // run in parallel, because several workers write.
  insert_quorum: 'auto',
  insert_quorum_parallel: 1,
  insert_quorum_timeout: 8_000, // ms; less than an insert may take
  // Reads from the first healthy replica, so that a process reads what it has written.
  load_balancing: 'in_order',
  prefer_localhost_replica: 0,
} as const

/** Reads of processes that do not write: any replica, to distribute the load. */
export const READER_SETTINGS = { ...CLUSTER_SETTINGS, load_balancing: 'random' } as const
