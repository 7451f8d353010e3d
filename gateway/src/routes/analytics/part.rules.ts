import { type FieldError, invalid, Problem } from '@fingerpost/kit/http/problem'
import type { ErrorObject } from 'ajv'
import { compileValidator, refusalOf } from '../../schema/validator.rules.ts'
import { isEncoded } from '../../visitor.rules.ts'
import type { ReportOperation, ReportOperations } from './report-operation.schema.ts'

export interface Part {
  operation: ReportOperation
  query: Record<string, unknown>
}

/**
 * Returns a function that reads the parts of a report: names of questions with parameters of their
 * own, `clicks?interval=day`, to which the shared parameters are added. It throws invalid_request with
 * the errors of all parts, in fields such as `part.0.interval`.
 */
export function createPartReader(operations: ReportOperations) {
  const known = new Map(
    Object.entries(operations).map(([name, operation]) => [
      name,
      { operation, check: compileValidator({ schema: operation.query, httpPart: 'querystring' }) },
    ]),
  )

  function read(text: string, shared: object): Part {
    const mark = text.indexOf('?')
    const name = mark === -1 ? text : text.slice(0, mark)
    const own = mark === -1 ? '' : text.slice(mark + 1)
    const found = known.get(name)
    if (!found) {
      throw refuse('', 'not_allowed', `must begin with one of ${[...known.keys()].join(', ')}`)
    }
    if (!isEncoded(own)) throw refuse('', 'invalid_text', 'is not percent-encoded UTF-8')
    const query = { ...shared, ...parse(own) }
    if (!found.check(query)) throw refusalOf(found.check.errors as ErrorObject[], 'querystring')
    return { operation: found.operation, query }
  }

  return (texts: readonly string[], shared: object): Part[] => {
    const errors: FieldError[] = []
    const parts = texts.flatMap((text, index) => {
      try {
        return read(text, shared)
      } catch (error) {
        const problem = ofPart(error, index)
        if (!(problem instanceof Problem)) throw problem
        errors.push(...problem.errors)
        return []
      }
    })
    if (errors.length > 0) throw invalid(errors)
    return parts
  }
}

/** Parameters by name; one that is repeated is a list. */
function parse(text: string): Record<string, string | string[]> {
  const given = Map.groupBy(new URLSearchParams(text), ([name]) => name)
  const entries = [...given].map(([name, all]) => {
    const [value = '', ...more] = all.map(([, it]) => it)
    return [name, more.length > 0 ? [value, ...more] : value] as const
  })
  return Object.fromEntries(entries)
}

/** The problem of a part, with the index of the part in its fields and its text. */
export function ofPart(error: unknown, index: number): unknown {
  if (!(error instanceof Problem)) return error
  const prefix = `part.${index}`
  const errors = error.errors.map((it) => ({
    ...it,
    field: ['', 'querystring'].includes(it.field) ? prefix : `${prefix}.${it.field}`,
  }))
  const { kind, code, message } = error
  return new Problem(kind, code, `${prefix}: ${message}`, errors, error)
}

const refuse = (field: string, code: string, detail: string) => invalid([{ field, code, detail }])
