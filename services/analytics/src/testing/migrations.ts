import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { statementsOf } from '../store/migration.repository.ts'

const FOLDER = join(import.meta.dirname, '..', '..', 'migrations')

/** Columns with their types, and projections with their keys, of a table in the migrations. */
export function migrated(table: string) {
  const statement = readdirSync(FOLDER)
    .flatMap((name) => statementsOf(readFileSync(join(FOLDER, name), 'utf8')))
    .map((it) => it.replace(/--.*$/gm, '').trim())
    .find((it) => it.startsWith(`CREATE TABLE IF NOT EXISTS ${table}\n`))
  if (!statement) throw new Error(`no migration creates ${table}`)
  const columns = [...statement.matchAll(COLUMN)].map(
    ([, name = '', type]) => [name, type] as const,
  )
  const projections = [...statement.matchAll(PROJECTION)].map(
    ([, name = '', keys = '']) => [name, keysOf(keys)] as const,
  )
  return { columns: new Map(columns), projections: new Map(projections) }
}

const COLUMN = /^ {4}([a-z_]+) (\w+(?:\([^)]*\))?)(?: CODEC.*)?,?$/gm
const PROJECTION = /^ {4}PROJECTION (\w+)\n {4}\(.*?GROUP BY (.*?)\n {4}\),?$/gms
/** What a projection groups by besides team, bot and time. */
const keysOf = (keys: string) =>
  keys
    .split(/,\s*/)
    .map((it) => it.trim())
    .filter((it) => !/^(org_id|is_bot|toStartOf\w+\(created_at\))$/.test(it))
