import { invalid } from '@fingerpost/kit/http/problem'
import { holdsLinks } from './column.rules.ts'
import { COLUMNS_MAX, type Sheet, type SheetRow } from './sheet.schema.ts'
import { type Token, tokensOf } from './sql-token.rules.ts'

interface SqlTable {
  columns: string[]
  rows: SheetRow[]
}

/**
 * The table of links in a dump of MySQL or MariaDB. Throws invalid without such a table, with more
 * than one, and for a dump that is cut off.
 */
export function sheetOfSql(text: string, max: number): Sheet {
  const tables = readTables(text)
  const filled = [...tables].filter(([, { rows }]) => rows.length > 0)
  const [links, ...more] = filled.filter(([, { columns }]) => holdsLinks(columns))
  const names = (of: readonly [string, SqlTable][]) => of.map(([name]) => name).join(', ')
  if (!links) {
    refuse('required', `has no table of links with rows; it has ${names([...tables]) || 'none'}`)
  }
  if (more.length > 0) {
    refuse(
      'ambiguous',
      `has several tables of links: ${names([links, ...more])}; export one of them`,
    )
  }
  const [, { columns, rows }] = links
  if (columns.length > COLUMNS_MAX) refuse('too_many', `has more than ${COLUMNS_MAX} columns`)
  if (rows.length > max) refuse('too_many', `has more than ${max} rows`)
  const others = filled.filter((it) => it !== links)
  return { columns, rows, tables: others.map(([name, it]) => ({ name, rows: it.rows.length })) }
}

function readTables(text: string): Map<string, SqlTable> {
  const tables = new Map<string, SqlTable>()
  const tokens = tokensOf(text)
  const next = (): Token => {
    const { value } = tokens.next()
    return value ?? refuse('incomplete', 'ends in the middle of a statement; it is cut off')
  }
  const tableAt = (name: string) => {
    const table = tables.get(name) ?? { columns: [], rows: [] }
    tables.set(name, table)
    return table
  }
  for (const { kind, text: word } of tokens) {
    if (kind === 'end') continue
    if (/^(?:insert|replace)$/i.test(word)) readInsert(next, tableAt)
    else if (/^create$/i.test(word)) readCreate(next, tableAt)
    else skipStatement(next)
  }
  return tables
}

const skipStatement = (next: () => Token) => {
  while (next().kind !== 'end');
}

/** Reads `TABLE name (column type, …, KEY …);` after `CREATE`. */
function readCreate(next: () => Token, tableAt: (name: string) => SqlTable): void {
  let token = next()
  if (!/^table$/i.test(token.text)) {
    if (token.kind !== 'end') skipStatement(next)
    return
  }
  let name = ''
  for (token = next(); token.text !== '(' && token.kind !== 'end'; token = next()) name = token.text
  const { columns } = tableAt(name)
  let depth = token.kind === 'end' ? 0 : 1
  let isFirst = true
  while (token.kind !== 'end') {
    token = next()
    if (token.kind === 'mark') {
      if (token.text === '(') depth++
      if (token.text === ')') depth--
      isFirst = depth === 1 && token.text === ','
      continue
    }
    if (isFirst && depth === 1 && !(token.kind === 'word' && NO_COLUMN.test(token.text))) {
      columns.push(token.text)
    }
    isFirst = false
  }
}

const NO_COLUMN = /^(?:primary|unique|key|index|constraint|fulltext|spatial|foreign|check|period)$/i

/** Reads `INTO name (column, …) VALUES (value, …), …;` after `INSERT`. */
function readInsert(next: () => Token, tableAt: (name: string) => SqlTable): void {
  let name = ''
  let token = next()
  for (; token.text !== '(' && !/^values?$/i.test(token.text); token = next()) {
    if (token.kind === 'end') return
    name = token.text
  }
  const table = tableAt(name)
  let columns = table.columns
  if (token.text === '(') {
    columns = readTuple(next)
    for (token = next(); token.kind === 'mark'; token = next());
    table.columns.push(...columns.filter((column) => !table.columns.includes(column)))
  }
  if (!/^values?$/i.test(token.text)) {
    if (token.kind !== 'end') skipStatement(next)
    return
  }
  const order = table.columns.map((column) => columns.indexOf(column))
  for (token = next(); token.kind !== 'end'; token = next()) {
    if (token.text !== '(') continue
    const cells = readTuple(next)
    table.rows.push(
      cells.length === columns.length
        ? { cells: order.map((at) => cells[at] ?? '') }
        : {
            cells: [],
            fault: { field: 'row', code: 'too_many', detail: countsOf(cells, columns) },
          },
    )
  }
}

const countsOf = (cells: readonly string[], columns: readonly string[]) =>
  `has ${cells.length} values, but the table has ${columns.length} columns`

/** The values up to the closing parenthesis; NULL is empty. */
function readTuple(next: () => Token): string[] {
  const values: string[] = []
  let value = ''
  for (let depth = 1; depth > 0; ) {
    const { kind, text } = next()
    if (kind === 'end') refuse('invalid_format', 'has a semicolon in a row of values')
    if (kind === 'mark') {
      if (text === '(') depth++
      if (text === ')') depth--
      if (depth > 1 || (text !== ',' && depth > 0)) continue
      values.push(value)
      value = ''
    } else if (depth === 1) {
      // A string may follow the name of its character set.
      value = kind === 'word' && /^null$/i.test(text) ? '' : text
    }
  }
  return values
}

function refuse(code: string, detail: string): never {
  throw invalid([{ field: 'sql', code, detail }])
}
