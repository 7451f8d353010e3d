import pg from 'pg'

/** The columns of all tables of a database, and the tables that the audit log records with their kinds. */
export async function describeDatabase(url: string) {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  try {
    const { rows: columns } = await client.query<{ table: string; column: string }>(
      `select table_name as "table", column_name as "column"
       from information_schema.columns where table_schema = 'public'`,
    )
    const { rows: audits } = await client.query<{ table: string; kind: string }>(
      `select event_object_table as "table", substring(action_statement from $$'(\\w+)'$$) as kind
       from information_schema.triggers where trigger_name = 'audit_insert'`,
    )
    return { columns, audits }
  } finally {
    await client.end()
  }
}
