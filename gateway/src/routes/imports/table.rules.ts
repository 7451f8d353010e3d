import { invalid } from '@fingerpost/kit/http/problem'
import type { ImportTarget } from '@fingerpost/protos/link/v1/import'
import type { ErrorObject } from 'ajv'
import type { Static } from 'typebox'
import { checkJsonSize, missingBody } from '../../schema/json.rules.ts'
import { compileValidator, refusalOf } from '../../schema/validator.rules.ts'
import { sheetOfBookmarks } from '../../sources/bookmark.rules.ts'
import { limitLines, sheetOfCsv } from '../../sources/csv.rules.ts'
import { parseJson, sheetOfJson, sheetOfLines } from '../../sources/json.rules.ts'
import type { ReadOptions, Sheet } from '../../sources/sheet.schema.ts'
import { type Links, type Look, lookAt, readLinks } from '../../sources/source.rules.ts'
import { sheetOfSql } from '../../sources/sql.rules.ts'
import { decodeFile } from '../../sources/text.rules.ts'
import { rowsOfBody, targetOf } from './import.rules.ts'
import { ImportLinks } from './import.schema.ts'

/** Values of a row with all fields. */
const VALUES_PER_ROW = 30

const validate = compileValidator({ schema: ImportLinks })

/** A parsed body, before it is split into pieces. */
export interface Read extends Links {
  target?: ImportTarget
  /** The whole parsed body. */
  content: unknown
}

const READERS: readonly [RegExp, (text: string, max: number) => Sheet][] = [
  [/^\s*text\/csv/i, sheetOfCsv],
  [/^\s*application\/sql/i, sheetOfSql],
  [/^\s*text\/html/i, sheetOfBookmarks],
  [/^\s*application\/x-ndjson/i, readLines],
]

/**
 * Parses the body of an import: JSON of the API, or a file of this or another service. Throws
 * invalid with all of its errors.
 */
export function readTable(bytes: Uint8Array, contentType: string, options: ReadOptions): Read {
  const { sheet, content: body } = sheetOf(bytes, contentType, options.max)
  if (sheet) return { ...readLinks(sheet, options), content: body }
  if (!validate(body)) throw refusalOf(validate.errors as ErrorObject[], 'body')
  const table = body as Static<typeof ImportLinks>
  const rows = rowsOfBody(table)
  return { target: targetOf(table), rows, left_out: [], tables: [], content: body }
}

/** The columns and cells of a file. Throws invalid if it has no table. */
export function lookAtTable(bytes: Uint8Array, contentType: string, options: ReadOptions): Look {
  const { sheet } = sheetOf(bytes, contentType, options.max)
  if (sheet) return lookAt(sheet, options)
  throw invalid([{ field: 'body', code: 'too_few', detail: 'has no list of links' }])
}

/** The parsed body, and its table unless it is JSON without one or of the API. */
function sheetOf(bytes: Uint8Array, contentType: string, max: number) {
  if (bytes.length === 0) throw missingBody()
  const text = decodeFile(bytes, contentType)
  const [, read] = READERS.find(([type]) => type.test(contentType)) ?? []
  if (read) return { sheet: read(text, max), content: text }
  checkJsonSize(text, limitsOf(max))
  const content = parseJson(text)
  const isOwn =
    typeof content === 'object' && content !== null && ('csv' in content || 'domain_id' in content)
  return { sheet: isOwn ? undefined : sheetOfJson(content, max), content }
}

function readLines(text: string, max: number): Sheet {
  limitLines(text, max)
  checkJsonSize(text, limitsOf(max))
  return sheetOfLines(text, max)
}

const limitsOf = (max: number) => ({ depth: 64, members: 1_000, values: VALUES_PER_ROW * max })
