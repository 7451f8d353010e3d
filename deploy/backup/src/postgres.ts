import { join } from 'node:path'
import { crc32 } from 'node:zlib'
import pg from 'pg'
import { isWritten, readCompressed, writeCompressed } from './file.ts'
import { linesOf } from './lines.ts'

const AT_ONCE = 1_000
/** Unlogged tables are left out: what they hold must not outlive the database. */
const TABLES = `
select table_name as name from information_schema.tables
where table_schema = 'public' and table_type = 'BASE TABLE' and table_name <> 'migrations'
  and not exists (
    select from pg_class where oid = quote_ident(table_name)::regclass and relpersistence = 'u')
order by 1`
const COLUMNS = `
select string_agg(quote_ident(column_name), ', ') as names from information_schema.columns
where table_schema = 'public' and table_name = $1 and is_generated = 'NEVER'`
const SEQUENCES = `select sequencename as name, last_value as value from pg_sequences where schemaname = 'public'`

async function connected<T>(url: string, work: (client: pg.Client) => Promise<T>): Promise<T> {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  try {
    return await work(client)
  } finally {
    await client.end()
  }
}

const namesOf = async (client: pg.Client): Promise<string[]> =>
  (await client.query<{ name: string }>(TABLES)).rows.map(({ name }) => name)

/** Number of rows of a table, and a checksum that is independent of their order. */
export interface TableFacts {
  rows: number
  checksum: number
}

/** The contents of a database by table, and its last migration. */
export interface DatabaseFacts {
  migration: string
  tables: Record<string, TableFacts>
}

const LAST_MIGRATION = 'select name from migrations order by id desc limit 1'

/** Reads the rows of a table as JSON lines in chunks, and counts them in `facts`. */
async function* rowsOf(client: pg.Client, table: string, facts: TableFacts) {
  const from = pg.escapeIdentifier(table)
  await client.query(`declare rows cursor for select row_to_json(it)::text as row from ${from} it`)
  for (;;) {
    const { rows } = await client.query<{ row: string }>(`fetch ${AT_ONCE} from rows`)
    facts.rows += rows.length
    for (const { row } of rows) facts.checksum = (facts.checksum + crc32(row)) % 2 ** 48
    if (rows.length > 0) yield `${rows.map(({ row }) => row).join('\n')}\n`
    if (rows.length < AT_ONCE) break
  }
  await client.query('close rows')
}

/** Passes the rows of each table, from one snapshot, to `use`. */
async function readTables(
  client: pg.Client,
  use: (table: string, rows: AsyncIterable<string>) => Promise<void>,
): Promise<DatabaseFacts> {
  await client.query('begin isolation level repeatable read read only')
  const tables: Record<string, TableFacts> = {}
  for (const table of await namesOf(client)) {
    const facts = { rows: 0, checksum: 0 }
    await use(table, rowsOf(client, table, facts))
    tables[table] = facts
  }
  const known = await client.query(`select to_regclass('migrations') as it`)
  const last = known.rows[0]?.it ? (await client.query(LAST_MIGRATION)).rows[0]?.name : undefined
  return { migration: last ?? '', tables }
}

/**
 * Writes all rows of a database, from one snapshot, as JSON lines to `<prefix>.<table>.ndjson`
 * below `folder`.
 */
export const dumpDatabase = (url: string, folder: string, prefix: string): Promise<DatabaseFacts> =>
  connected(url, async (client) => {
    const facts = await readTables(client, (table, rows) =>
      writeCompressed(join(folder, `${prefix}.${table}.ndjson`), rows),
    )
    const { rows } = await client.query(SEQUENCES)
    const lines = rows.map((row) => `${JSON.stringify(row)}\n`)
    await writeCompressed(join(folder, `${prefix}#sequences.ndjson`), toAsync(lines))
    return facts
  })

async function* toAsync(lines: string[]) {
  yield* lines
}

/** Describes the contents of a database. */
export const describeDatabase = (url: string): Promise<DatabaseFacts> =>
  connected(url, (client) =>
    readTables(client, async (_, rows) => {
      for await (const _ of rows);
    }),
  )

/** Whether any table except that of migrations has rows. */
export const hasRows = (url: string): Promise<boolean> =>
  connected(url, async (client) => {
    for (const table of await namesOf(client)) {
      const { rowCount } = await client.query(`select from ${pg.escapeIdentifier(table)} limit 1`)
      if (rowCount) return true
    }
    return false
  })

/**
 * Replaces all rows with those that `dumpDatabase` wrote, in one transaction. The tables must
 * exist, in the same or a newer version. With `derive`, the database then computes data that
 * backups of an older version lack. Returns the number of rows.
 */
export const loadDatabase = (
  url: string,
  folder: string,
  prefix: string,
  derive = true,
): Promise<number> =>
  connected(url, async (client) => {
    await client.query('begin')
    // Rows are loaded table by table, so foreign keys are valid only at the end.
    await client.query('set local session_replication_role = replica')
    let count = 0
    for (const table of await namesOf(client)) {
      const into = pg.escapeIdentifier(table)
      await client.query(`delete from ${into}`)
      const names = (await client.query<{ names: string }>(COLUMNS, [table])).rows[0]?.names
      const file = join(folder, `${prefix}.${table}.ndjson`)
      const insert = `insert into ${into} (${names}) overriding system value
        select ${names} from json_populate_recordset(null::${into}, $1::json)`
      for await (const rows of groups(file)) {
        await client.query(insert, [`[${rows.join(',')}]`])
        count += rows.length
      }
    }
    for await (const rows of groups(join(folder, `${prefix}#sequences.ndjson`))) {
      for (const { name, value } of rows.map((row) => JSON.parse(row))) {
        if (value !== null) await client.query('select setval($1::regclass, $2)', [name, value])
      }
    }
    const { rows } = await client.query(`select to_regprocedure('after_restore()') as hook`)
    if (derive && rows[0]?.hook) await client.query('select after_restore()')
    await client.query('commit')
    return count
  })

/** Lines of a file in groups; none if the backup predates the table. */
async function* groups(file: string): AsyncGenerator<string[]> {
  if (!isWritten(file)) return
  let group: string[] = []
  for await (const line of linesOf(readCompressed(file))) {
    group.push(line)
    if (group.length === AT_ONCE) {
      yield group
      group = []
    }
  }
  if (group.length > 0) yield group
}
