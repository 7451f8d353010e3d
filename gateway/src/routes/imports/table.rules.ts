import { Problem } from '@fingerpost/kit/http/problem'
import type { ImportRow, ImportTarget } from '@fingerpost/protos/link/v1/import'
import type { ErrorObject } from 'ajv'
import type { Static } from 'typebox'
import { decodeText } from '../../http/text.rules.ts'
import { checkJsonSize, missingBody } from '../../schema/json.rules.ts'
import { compileValidator, refusalOf } from '../../schema/validator.rules.ts'
import { rowsOfBody, rowsOfCsv, targetOf } from './import.rules.ts'
import { ImportLinks, ROWS_MAX } from './import.schema.ts'
import { rowsOfLines } from './line.rules.ts'

/** Enough for ROWS_MAX rows with all fields. */
const LIMITS = { depth: 64, members: 1_000, values: 30 * ROWS_MAX }

const validate = compileValidator({ schema: ImportLinks })

/** A parsed body, before it is split into pieces. */
interface Read {
  target: ImportTarget | undefined
  rows: ImportRow[]
  /** The whole parsed body. */
  content: unknown
}

/** Parses the body of an import, as CSV, NDJSON or JSON. Throws invalid with all of its errors. */
export function readTable(bytes: Uint8Array, contentType: string): Read {
  if (bytes.length === 0) throw missingBody()
  const text = decodeText(bytes, contentType)
  if (/^\s*text\/csv/i.test(contentType)) {
    return { target: undefined, rows: rowsOfCsv(text, ROWS_MAX), content: text }
  }
  checkJsonSize(text, LIMITS)
  if (/^\s*application\/x-ndjson/i.test(contentType)) {
    return { target: undefined, rows: rowsOfLines(text, ROWS_MAX), content: text }
  }
  const body = parseJson(text)
  if (!validate(body)) throw refusalOf(validate.errors as ErrorObject[], 'body')
  const table = body as Static<typeof ImportLinks>
  return { target: targetOf(table), rows: rowsOfBody(table), content: body }
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    throw new Problem('invalid', 'invalid_json', 'The body is not valid JSON.')
  }
}
