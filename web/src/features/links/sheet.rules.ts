import { text as words } from '#messages/links-import.ts'
import { completeUrl } from '../../shared/url-input.rules.ts'

/** A line of a file, with its number there. */
export interface Line {
  number: number
  cells: readonly string[]
}

/** A table read from a file. */
export interface Sheet {
  name: string
  header: readonly string[]
  lines: readonly Line[]
  /** The line of the header, if the file is a CSV file. */
  first?: Line
}

/** First characters of a cell that a spreadsheet runs as a formula, ASCII and full-width. */
const STARTS = '=+\\-@\\t\\r\uff1d\uff0b\uff0d\uff20'
const MARKABLE = new RegExp(`^'*[${STARTS}]`)
const MARKED = new RegExp(`^'+[${STARTS}]`)

/** Escapes a cell as exports do: with an apostrophe if it is a formula or looks escaped. */
export const markFormula = (cell: string): string => (MARKABLE.test(cell) ? `'${cell}` : cell)

/** The inverse of `markFormula`. */
export const unmarkFormula = (cell: string): string => (MARKED.test(cell) ? cell.slice(1) : cell)

/**
 * A CSV text without the first line `sep=;` that Excel writes, and the delimiter in this line.
 * Without such a line, the delimiter is empty and the parser detects it.
 */
export function splitSeparatorLine(text: string): { delimiter: string; table: string } {
  const line = /^\ufeff?"?sep=(.)"?\r?\n/i.exec(text)
  return { delimiter: line?.[1] ?? '', table: text.slice(line?.[0].length ?? 0) }
}

/** The lines of a CSV table that are not blank; the first one is the header. */
export function sheetOf(name: string, table: readonly string[][]): Sheet {
  const [first, ...lines] = table
    .map((cells, i): Line => ({ number: i + 1, cells }))
    .filter(({ cells }) => cells.some((cell) => cell.trim() !== ''))
  return first ? { name, header: trimmed(first), lines, first } : { name, header: [], lines: [] }
}

const trimmed = ({ cells }: Line) => cells.map((cell) => cell.trim())

/** Whether the header of a file may be its first link: a cell is a URL. */
export const looksLikeData = ({ first }: Sheet): boolean =>
  first?.cells.some((cell) => /^https?:\/\/./i.test(completeUrl(cell))) ?? false

/** The same file with its first line as data. */
export const withoutHeader = ({ first, ...sheet }: Sheet): Sheet =>
  first ? { ...sheet, header: first.cells.map(() => ''), lines: [first, ...sheet.lines] } : sheet

/**
 * The links of a JSON text, as an export has them: one object per line, or an array of objects.
 * Throws an Error with a message for the user.
 */
export function sheetOfJson(name: string, text: string): Sheet {
  const links = text.trimStart().startsWith('[')
    ? arrayOf(text).map((link, i) => ({ number: i + 1, link }))
    : text
        .split('\n')
        .map((line, i) => ({ number: i + 1, line }))
        .filter(({ line }) => line.trim() !== '')
        .map(({ number, line }) => ({ number, link: parse(line, words.lineIsNoJson(number)) }))
  for (const { number, link } of links) {
    if (typeof link === 'object' && link !== null && !Array.isArray(link)) continue
    throw new Error(words.linkIsNoObject(number))
  }
  const header = [...new Set(links.flatMap(({ link }) => Object.keys(link as object)))]
  return {
    name,
    header,
    lines: links.map(({ number, link }) => ({
      number,
      cells: header.map((key) => cellOf((link as Record<string, unknown>)[key])),
    })),
  }
}

/** Throws an Error with this message for the user. */
function parse(text: string, refusal: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    throw new Error(refusal)
  }
}

function arrayOf(text: string): unknown[] {
  const list = parse(text, words.fileIsNoJson)
  return Array.isArray(list) ? list : []
}

/** The cell that an export as CSV has for a value. */
function cellOf(value: unknown): string {
  if (value === null || value === undefined) return ''
  if (Array.isArray(value)) {
    if (value.length === 0) return ''
    const names = value.map(nameOf)
    return markFormula(names.every((name) => name !== undefined) ? tagsCell(names) : jsonOf(value))
  }
  return markFormula(typeof value === 'object' ? (nameOf(value) ?? jsonOf(value)) : String(value))
}

const jsonOf = (value: unknown) => JSON.stringify(value)

/** The name of a folder or tag. */
function nameOf(label: unknown): string | undefined {
  const { name } = (label ?? {}) as { name?: unknown }
  return typeof name === 'string' ? name : undefined
}

/** Names separated by commas, quoted if they contain a separator or a quote. */
export const tagsCell = (names: readonly string[]): string =>
  names.map((name) => (/[",;|]/.test(name) ? `"${name.replaceAll('"', '""')}"` : name)).join(', ')

/** The names in a cell, separated by commas, semicolons or bars, and deduplicated ignoring case. */
export function namesOf(cell: string): string[] {
  const names = [...cell.matchAll(/\s*"((?:[^"]|"")*)"\s*(?=[,;|]|$)|[^,;|]+/g)].map(
    ([name, quoted]) => (quoted?.replaceAll('""', '"') ?? name).trim(),
  )
  const alike = Map.groupBy(names.filter(Boolean), (name) => name.toLowerCase())
  return [...alike.values()].flatMap((spelled) => spelled.slice(0, 1))
}
