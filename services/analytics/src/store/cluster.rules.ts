const TABLE =
  /^CREATE TABLE IF NOT EXISTS (\w+)(.*?)\bENGINE = (\w*MergeTree)(?:\(([^)]*)\))?(.*)$/s
const VIEW = /^CREATE MATERIALIZED VIEW IF NOT EXISTS (\w+) TO (\w+)(.*)\bFROM (\w+)\b(.*)$/s
const ALTER = /^ALTER TABLE (\w+)\s+(.*)$/s
const DROP = /^DROP (TABLE|VIEW) IF EXISTS (\w+)$/s
/** What a table in front of others has as well. */
const COLUMNS = /^(ADD|DROP|MODIFY|RENAME|COMMENT) COLUMN/

// As long as the queue may hold a job that was inserted before.
const KEPT_TOKENS_SECONDS = 7 * 24 * 3600

/** Where the rows of a table are, on each server of a cluster. */
const local = (table: string) => `${table}_local`

/**
 * A statement of a migration as a cluster takes it: each table becomes a replicated one on every shard
 * and a `Distributed` one of its own name in front of them. A link's rows are on one shard; a table that
 * knows no link is on the first. Throws for a statement that nobody has thought of.
 */
export function onCluster(statement: string, cluster: string): string[] {
  const sql = statement.replace(/^\s*--.*$/gm, '').trim()
  if (!/^[\w-]+$/.test(cluster)) throw new Error('CLICKHOUSE_CLUSTER is no name of a cluster')
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
  // Rows go through the tables in front.
  if (/^INSERT INTO /.test(sql)) return [sql]
  throw new Error(`A cluster cannot take this statement as it is: ${sql.slice(0, 80)}`)
}

/** Settings under the names that replicated tables have them by. */
const replicated = (settings: string) =>
  settings.replace(
    /\bnon_replicated_deduplication_window = (\d+)/,
    `replicated_deduplication_window = $1, replicated_deduplication_window_seconds = ${KEPT_TOKENS_SECONDS}`,
  )

/** What every statement is sent with to a cluster. */
export const CLUSTER_SETTINGS = {
  // Answered when all shards have it; each knows its part of an insert by the same token again.
  distributed_foreground_insert: 1,
  // Tables are asked of a shard where rows of one link meet: whoever reads folders reads them there.
  distributed_product_mode: 'local',
  // An insert is acknowledged when most replicas of each shard have it; of two, both. Inserts run in parallel,
  // because several copies of the worker write.
  insert_quorum: 'auto',
  insert_quorum_parallel: 1,
  insert_quorum_timeout: 8_000, // ms; less than an insert may take
  // Reads from the first healthy replica, so that a process reads what it has written.
  load_balancing: 'in_order',
  prefer_localhost_replica: 0,
} as const

/** Reads of processes that do not write: any replica, to distribute the load. */
export const READER_SETTINGS = { ...CLUSTER_SETTINGS, load_balancing: 'random' } as const
