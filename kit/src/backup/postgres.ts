import { once } from 'node:events'
import { createReadStream, createWriteStream, existsSync } from 'node:fs'
import { join } from 'node:path'
import pg from 'pg'
import { linesOf } from './lines.ts'

const AT_ONCE = 1_000
const TABLES = `
select table_name as name from information_schema.tables
where table_schema = 'public' and table_type = 'BASE TABLE' and table_name <> 'migrations' order by 1`
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

/**
 * Writes all rows of a database as they are at one instant, a line of JSON each, into
 * `<prefix>.<table>.ndjson` below `folder`. Answers the number of rows.
 */
export const dumpDatabase = (url: string, folder: string, prefix: string): Promise<number> =>
  connected(url, async (client) => {
    await client.query('begin isolation level repeatable read read only')
    let count = 0
    for (const table of await namesOf(client)) {
      const file = createWriteStream(join(folder, `${prefix}.${table}.ndjson`), { mode: 0o600 })
      const from = pg.escapeIdentifier(table)
      await client.query(
        `declare rows cursor for select row_to_json(it)::text as row from ${from} it`,
      )
      for (;;) {
        const { rows } = await client.query<{ row: string }>(`fetch ${AT_ONCE} from rows`)
        for (const { row } of rows) file.write(`${row}\n`)
        count += rows.length
        if (rows.length < AT_ONCE) break
      }
      await client.query('close rows')
      file.end()
      await once(file, 'finish')
    }
    const sequences = createWriteStream(join(folder, `${prefix}#sequences.ndjson`), { mode: 0o600 })
    for (const row of (await client.query(SEQUENCES)).rows)
      sequences.write(`${JSON.stringify(row)}\n`)
    sequences.end()
    await once(sequences, 'finish')
    return count
  })

/** Whether any table but that of migrations has a row. */
export const hasRows = (url: string): Promise<boolean> =>
  connected(url, async (client) => {
    for (const table of await namesOf(client)) {
      const { rowCount } = await client.query(`select from ${pg.escapeIdentifier(table)} limit 1`)
      if (rowCount) return true
    }
    return false
  })

/**
 * Puts what `dumpDatabase` wrote in the place of all rows, in one transaction. The tables are there
 * already, of the same or a newer version. Answers the number of rows.
 */
export const loadDatabase = (url: string, folder: string, prefix: string): Promise<number> =>
  connected(url, async (client) => {
    await client.query('begin')
    // Rows come table by table: what refers to what is true again when all are there.
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
    // What a database keeps of its own rows it makes anew: a backup of an older version may lack it.
    const { rows } = await client.query(`select to_regprocedure('after_restore()') as hook`)
    if (rows[0]?.hook) await client.query('select after_restore()')
    await client.query('commit')
    return count
  })

/** Lines of a file, so many at a time; none when a newer version has a table that was not there. */
async function* groups(file: string): AsyncGenerator<string[]> {
  if (!existsSync(file)) return
  let group: string[] = []
  for await (const line of linesOf(createReadStream(file))) {
    group.push(line)
    if (group.length === AT_ONCE) {
      yield group
      group = []
    }
  }
  if (group.length > 0) yield group
}
