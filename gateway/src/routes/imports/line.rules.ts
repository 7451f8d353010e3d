import { invalid, Problem } from '@fingerpost/kit/http/problem'
import type { ImportRow } from '@fingerpost/protos/link/v1/import'
import { forLists } from '@fingerpost/protos/redirect-rules'
import type { ErrorObject } from 'ajv'
import type { Static } from 'typebox'
import { compileValidator, refusalOf } from '../../schema/validator.rules.ts'
import { addressOf } from '../links/address.rules.ts'
import { cutCell } from '../links/cell.rules.ts'
import { CELLS } from '../links/column.schema.ts'
import { CELL_MAX, limitLines } from './import.rules.ts'
import { ImportLine } from './import.schema.ts'

const validate = compileValidator({ schema: ImportLine })

/**
 * The rows of an NDJSON text: one link per line, in the format of an export. Throws invalid for the
 * first invalid line.
 */
export function rowsOfLines(text: string, max: number): ImportRow[] {
  limitLines(text, max)
  const lines = text.split('\n').filter((line) => line.trim() !== '')
  const wrong = (code: string, detail: string) => invalid([{ field: 'lines', code, detail }])
  if (lines.length === 0) throw wrong('too_few', 'has no rows')
  if (lines.length > max) throw wrong('too_many', `has more than ${max} rows`)
  return lines.map((line, index) => {
    const body = parseLine(line, index)
    if (validate(body)) return toRow(body as Static<typeof ImportLine>)
    const { errors } = refusalOf(validate.errors as ErrorObject[], 'line')
    throw invalid(errors.map((it) => ({ ...it, field: `lines.${index}.${it.field}` })))
  })
}

function parseLine(line: string, index: number): unknown {
  try {
    return JSON.parse(line)
  } catch {
    const detail = `The line with index ${index} is not valid JSON.`
    throw new Problem('invalid', 'invalid_json', detail)
  }
}

function toRow(line: Static<typeof ImportLine>): ImportRow {
  const { url, domain, domain_id, slug, short_url, folder, tags, ...rest } = line
  const place = domain || domain_id
  const values = {
    ...rest,
    folder: folder?.name,
    tags: listOf(tags?.map(({ name }) => name)),
    ...forLists((field) => listOf(line[field])),
  }
  const cells = Object.entries(values).flatMap(([name, value]) =>
    CELLS.includes(name) && value !== null && value !== undefined && value !== ''
      ? [[name, cutCell(name, String(value), CELL_MAX)] as const]
      : [],
  )
  return {
    url,
    ...addressOf({ domain: place ? String(place) : undefined, slug, short_url }),
    cells: cells.length > 0 ? { values: Object.fromEntries(cells) } : undefined,
  }
}

const listOf = (items: readonly unknown[] | null | undefined) =>
  items && items.length > 0 ? JSON.stringify(items) : undefined
