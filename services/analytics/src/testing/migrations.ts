import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { statementsOf } from '../store/migration.repository.ts'

const FOLDER = join(import.meta.dirname, '..', '..', 'migrations')

/** Columns with their types, and projections with their keys, that the migrations give a table. */
export function migrated(table: string) {
  const columns = new Map<string, string>()
  const projections = new Map<string, string[]>()
  const statements = readdirSync(FOLDER)
    .sort()
    .flatMap((name) => statementsOf(readFileSync(join(FOLDER, name), 'utf8')))
    .map((it) => it.replace(/--.*$/gm, '').trim())
  for (const statement of statements) {
    if (statement.startsWith(`CREATE TABLE IF NOT EXISTS ${table}\n`)) {
      for (const [, name = '', type = ''] of statement.matchAll(COLUMN)) columns.set(name, type)
      continue
    }
    if (!statement.startsWith(`ALTER TABLE ${table}`)) continue
    const [, verb, kind, name = '', rest = ''] = CHANGE.exec(statement) ?? []
    const known: Map<string, unknown> = kind === 'COLUMN' ? columns : projections
    if (verb === 'DROP') known.delete(name)
    if (verb === 'ADD') known.set(name, kind === 'COLUMN' ? typeOf(rest) : keysOf(rest))
  }
  return { columns, projections }
}

const TYPE = String.raw`\w+(?:\([^)]*\))?`
const COLUMN = new RegExp(`^ {4}([a-z_]+) (${TYPE})(?: CODEC.*)?,?$`, 'gm')
const CHANGE = /\b(ADD|DROP) (COLUMN|PROJECTION) IF (?:NOT )?EXISTS (\w+)(.*)$/s

const typeOf = (rest: string) => new RegExp(`^ (${TYPE})`).exec(rest)?.[1]
/** What it groups by besides team, bot and time. */
const keysOf = (rest: string) =>
  (/GROUP BY (.*)\)$/s.exec(rest)?.[1] ?? '')
    .split(',')
    .map((it) => it.trim())
    .filter((it) => !/^(org_id|is_bot|toStartOf\w+\(created_at\))$/.test(it))
