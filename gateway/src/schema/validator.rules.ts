import { type FieldError, invalid, type Problem } from '@fingerpost/kit/http/problem'
import { checkHost } from '@fingerpost/kit/net/host'
import { checkUrl } from '@fingerpost/kit/net/url'
import { emailFault } from '@fingerpost/protos/email'
import { Ajv, type ErrorObject, type FuncKeywordDefinition } from 'ajv'
import formats from 'ajv-formats'

/** Longer than any string that a schema's pattern allows. */
const PATTERN_MAX = 2_048

/** Patterns may take quadratic time, so strings above the limit never match. */
const regExp = (pattern: string, flags: string) => {
  const expression = new RegExp(pattern, flags)
  return {
    test: (text: string) => text.length <= PATTERN_MAX && expression.test(text),
    toString: () => String(expression), // identifies the pattern
  }
}
regExp.code = 'new RegExp'

const ajv = new Ajv({
  code: { regExp },
  allErrors: true,
  coerceTypes: false,
  removeAdditional: false,
  strict: false,
  verbose: true, // for x-fault
})
// biome-ignore lint/suspicious/noExplicitAny: the package types its CommonJS default export only.
const rfc3339: { validate: (text: string) => boolean } = (formats as any).get('date-time')
// Instants that every store can hold and JSON can represent. No leap seconds: JavaScript has none.
const INSTANTS = {
  fromMs: Date.parse('0001-01-01T00:00:00Z'),
  toMs: Date.parse('9999-12-31T23:59:59.999Z'),
}
ajv.addFormat('date-time', (text) => {
  const ms = Date.parse(text)
  return ms >= INSTANTS.fromMs && ms <= INSTANTS.toMs && rfc3339.validate(text)
})

type Fault = { code: string; detail: string } | undefined

/** A keyword that checks texts as the services do, so that all errors are reported together. */
const textKeyword = (
  keyword: string,
  faultOf: (text: string, kind: string) => Fault,
): FuncKeywordDefinition => ({
  keyword,
  errors: true,
  validate: function check(kind: string, data: unknown, schema?: { type?: unknown }): boolean {
    const optional = Array.isArray(schema?.type)
    if (typeof data !== 'string' || (optional && data === '')) return true
    const fault = faultOf(data, kind)
    const self = check as { errors?: Partial<ErrorObject>[] }
    self.errors = fault ? [{ keyword, message: fault.detail, params: { code: fault.code } }] : []
    return !fault
  },
})
ajv.addKeyword(
  textKeyword('x-url', (text, kind) =>
    // Whether a host name may have a single label is a setting of catalog.
    kind === 'host' ? checkHost(text, { local: true }) : checkDestination(text, kind),
  ),
)
ajv.addKeyword(textKeyword('x-email', emailFault))

function checkDestination(text: string, kind: string) {
  const fault = checkUrl(text, { apps: kind === 'app' })
  if (fault || kind !== 'https' || /^https:/i.test(text)) return fault
  return { code: 'invalid_url', detail: 'must be an https URL' }
}

interface Schema {
  type?: string | readonly string[]
  items?: Schema
  properties?: Record<string, Schema>
}

/**
 * The validators of all routes. Bodies are never coerced; in query strings, `integer` and `boolean`
 * are parsed from their canonical spelling, and a single value is a list of one unless the schema
 * allows it alone.
 */
export function compileValidator({ schema, httpPart }: { schema: unknown; httpPart?: string }) {
  const validate = ajv.compile(schema as object)
  const { properties = {} } = schema as Schema
  const check = (data: unknown): boolean => {
    if (httpPart === 'querystring') readPlainTypes(data as Record<string, unknown>, properties)
    const valid = validate(data)
    const texts = findUnstorable(data)
    check.errors = valid && texts.length === 0 ? null : [...(validate.errors ?? []), ...texts]
    return check.errors === null
  }
  check.errors = null as ErrorObject[] | null
  return check
}

/** Strings that the stores reject: with NUL or a lone surrogate. Iterative, with its own stack. */
function findUnstorable(whole: unknown): ErrorObject[] {
  const found: ErrorObject[] = []
  const open: [data: unknown, path: string][] = [[whole, '']]
  for (let next = open.pop(); next; next = open.pop()) {
    const [data, path] = next
    if (typeof data === 'string') {
      const message = faultOfText(data)
      const fault = { instancePath: path, schemaPath: '', params: { code: 'invalid_text' } }
      if (message) found.push({ ...fault, keyword: 'x-text', message })
    } else if (typeof data === 'object' && data !== null) {
      for (const [name, value] of Object.entries(data)) open.push([value, `${path}/${name}`])
    }
  }
  return found
}

function faultOfText(text: string): string | undefined {
  if (text.includes('\u0000')) return 'must not contain NUL'
  return text.isWellFormed() ? undefined : 'must not contain a lone surrogate'
}

function readPlainTypes(query: Record<string, unknown>, properties: Record<string, Schema>): void {
  for (const [name, { type, items }] of Object.entries(properties)) {
    const value = query[name]
    if (value === undefined) continue
    const types = [type].flat()
    const isList = type === 'array' || (types.includes('array') && Array.isArray(value))
    query[name] = isList
      ? [value].flat().map((it) => plain(it, [items?.type].flat()))
      : plain(value, types)
  }
}

function plain(value: unknown, types: readonly unknown[]): unknown {
  if (typeof value !== 'string') return value
  if (types.includes('integer') && /^(0|[1-9]\d{0,15})$/.test(value)) return Number(value)
  if (types.includes('boolean') && /^(true|false)$/.test(value)) return value === 'true'
  return value
}

const CODES: Record<string, string> = {
  required: 'required',
  type: 'wrong_type',
  additionalProperties: 'unknown_field',
  enum: 'not_allowed',
  const: 'not_allowed',
  format: 'invalid_format',
  pattern: 'invalid_format',
  minimum: 'out_of_range',
  maximum: 'out_of_range',
  exclusiveMinimum: 'out_of_range',
  maxLength: 'too_long',
  minLength: 'too_short',
  maxItems: 'too_many',
  minItems: 'too_few',
}

/** Errors described in detail; the others are only counted. */
const WORDED = 500

/** Converts a validator's errors to a problem. */
export const refusalOf = (errors: readonly ErrorObject[], part: string): Problem =>
  invalid(toFieldErrors(errors.slice(0, WORDED), part), Math.max(0, errors.length - WORDED))

/**
 * Converts validation errors to one entry per field. With `x-fault` (code, detail), a schema
 * describes the failure of its pattern.
 */
export function toFieldErrors(errors: readonly ErrorObject[], part: string): FieldError[] {
  const found = errors.map(({ instancePath, keyword, params, message, parentSchema }) => {
    const fault = keyword === 'pattern' ? parentSchema?.['x-fault'] : undefined
    const inner = params.additionalProperty ?? params.missingProperty
    const path = [...instancePath.split('/').slice(1), ...(inner === undefined ? [] : [inner])]
    return {
      field: path.join('.') || part,
      code: fault?.code ?? params.code ?? CODES[keyword] ?? keyword,
      detail: fault?.detail ?? detailOf(keyword, params, message, part),
    }
  })
  const byField = Map.groupBy(found, ({ field }) => field)
  return [...byField.values()].flatMap((errors) => {
    // A value of the wrong type may break other rules of its field too, which are more specific, and
    // that no alternative fits says less than why each does not.
    const specific = errors.find(({ code }) => code !== 'wrong_type' && code !== 'anyOf')
    const [wrong, ...others] = errors.filter(({ code }) => code === 'wrong_type')
    if (specific || !wrong) return specific ?? errors[0] ?? []
    const types = others.map(({ detail }) => detail.replace(/^must be/, ' or'))
    return { ...wrong, detail: [wrong.detail, ...new Set(types)].join('') }
  })
}

function detailOf(
  keyword: string,
  params: ErrorObject['params'],
  message: string | undefined,
  part: string,
): string {
  if (keyword === 'additionalProperties') {
    return part === 'querystring'
      ? 'is not a query parameter of this operation'
      : 'is not a field of this resource'
  }
  if (keyword === 'required') return 'is required'
  if (keyword === 'enum') return `must be one of ${params.allowedValues.join(', ')}`
  if (keyword === 'type') return `must be ${typesOf(params.type)}`
  if (keyword === 'format' && params.format === 'date-time') {
    return 'must be a date and time with a UTC offset, such as 2026-11-22T12:00:00Z'
  }
  if (keyword === 'minLength' && params.limit === 1) return 'must not be empty'
  const text = BOUNDS[keyword]
  return text ? `${text[0]} ${params.limit}${text[1]}` : (message ?? 'is invalid')
}

const TYPES: Readonly<Record<string, string>> = {
  integer: 'an integer',
  number: 'a number',
  string: 'a string',
  boolean: 'true or false',
  array: 'an array',
  object: 'an object',
}

const typesOf = (types: string | readonly string[]): string =>
  [types]
    .flat()
    .map((type) => TYPES[type] ?? type)
    .join(' or ')

/** What a bound means, before and after its number. */
const BOUNDS: Readonly<Record<string, readonly [before: string, after: string]>> = {
  minimum: ['must be at least', ''],
  maximum: ['must be at most', ''],
  minLength: ['must have', ' or more characters'],
  maxLength: ['must have at most', ' characters'],
  minItems: ['must have', ' or more items'],
  maxItems: ['must have at most', ' items'],
}
