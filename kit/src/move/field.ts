/** Maps an id of a kind to another one. */
export type Renumber = (kind: string, id: number) => number

/** A field of the lines of an export. */
export interface MoveField {
  /** What its value must be, for the text of an error. */
  must: string
  isValid(value: unknown): boolean
  /** The value with its ids replaced; absent if it has none. Called with valid values. */
  renumber?(value: never, to: Renumber): unknown
}

const ID_MAX = 2 ** 50
const isId = (value: unknown): value is number =>
  Number.isSafeInteger(value) && (value as number) > 0 && (value as number) <= ID_MAX
const isText = (value: unknown, max: number): value is string =>
  typeof value === 'string' &&
  value.length <= max &&
  !value.includes('\u0000') &&
  value.isWellFormed()

/** An id of a kind. */
export const id = (kind: string): MoveField => ({
  must: 'must be an id',
  isValid: isId,
  renumber: (value: number, to) => to(kind, value),
})

/** Ids of a kind. */
export const ids = (kind: string): MoveField => ({
  must: 'must be a list of ids',
  isValid: (value) => Array.isArray(value) && value.length <= 1_000 && value.every(isId),
  renumber: (value: number[], to) => value.map((it) => to(kind, it)),
})

/** A text of at most `max` UTF-16 code units. */
export const text = (max: number): MoveField => ({
  must: `must be a text of at most ${max} characters`,
  isValid: (value) => isText(value, max),
})

/** A finite number. */
export const number: MoveField = { must: 'must be a number', isValid: Number.isFinite }

/** A whole number from 0 to `max`. */
export const countTo = (max: number): MoveField => ({
  must: `must be a whole number from 0 to ${max}`,
  isValid: (value) =>
    Number.isSafeInteger(value) && (value as number) >= 0 && (value as number) <= max,
})

/** A whole number from 0. */
export const count = countTo(Number.MAX_SAFE_INTEGER)

export const flag: MoveField = {
  must: 'must be true or false',
  isValid: (value) => typeof value === 'boolean',
}

/** Whether a value is a time in UTC with milliseconds, as JSON has it. Rejects days such as February 30. */
const isTime = (value: unknown): value is string => {
  const ms = typeof value === 'string' ? Date.parse(value) : Number.NaN
  return !Number.isNaN(ms) && new Date(ms).toISOString() === value && value >= '0001'
}

/** A time in the years 1 to 9999. */
export const time: MoveField = {
  must: 'must be a time such as 2026-11-20T08:00:00.000Z',
  isValid: isTime,
}

/** Clocks of two instances may differ. */
const CLOCK_MS = 86_400_000

/** A time from 1970 until now. */
export const pastTime: MoveField = {
  must: 'must be a time from 1970 until now, such as 2026-11-20T08:00:00.000Z',
  isValid: (value) =>
    isTime(value) && value >= '1970' && Date.parse(value) <= Date.now() + CLOCK_MS,
}

/** One of a closed set of words. */
export const word = (words: readonly string[]): MoveField => ({
  must: `must be one of ${words.join(', ')}`,
  isValid: (value) => typeof value === 'string' && words.includes(value),
})

/** A list of such values. */
export const list = (item: MoveField, max: number): MoveField => ({
  must: `must be a list of at most ${max} values, each of which ${item.must}`,
  isValid: (value) => Array.isArray(value) && value.length <= max && value.every(item.isValid),
  renumber: (value: unknown[], to) => value.map((it) => item.renumber?.(it as never, to) ?? it),
})

/** An object with exactly these fields. */
export const object = (fields: Readonly<Record<string, MoveField>>): MoveField => ({
  must: `must be an object with the fields ${Object.keys(fields).join(', ')}`,
  isValid: (value) => isObject(value) && faultsOf(fields, value).length === 0,
  renumber: (value: MoveLine, to) => renumberLine(fields, value, to),
})

/** Such a value, or null. */
export const optional = (field: MoveField): MoveField => ({
  must: `${field.must} or null`,
  isValid: (value) => value === null || field.isValid(value),
  ...(field.renumber && {
    renumber: (value: never, to) => (value === null ? null : field.renumber?.(value, to)),
  }),
})

/** A field that exports of older releases lack, and its value in their lines. */
export const added = (field: MoveField, value: unknown): MoveField => ({
  must: field.must,
  isValid: (it) => it === undefined || field.isValid(it),
  renumber: (it: unknown, to) =>
    it === undefined ? value : (field.renumber?.(it as never, to) ?? it),
})

/** The value of one line. */
export type MoveLine = Record<string, unknown>

const isObject = (value: unknown): value is MoveLine =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

/** What is wrong with the fields of a line, one sentence each. */
export function faultsOf(fields: Readonly<Record<string, MoveField>>, line: MoveLine): string[] {
  const unknown = Object.keys(line).filter((name) => !Object.hasOwn(fields, name))
  return [
    ...Object.entries(fields).flatMap(([name, { must, isValid }]) =>
      isValid(line[name]) ? [] : [`${name} ${must}`],
    ),
    ...unknown.slice(0, 1).map((name) => `${JSON.stringify(name.slice(0, 64))} is not a field`),
  ]
}

/** The line with its ids replaced. */
export const renumberLine = (
  fields: Readonly<Record<string, MoveField>>,
  line: MoveLine,
  to: Renumber,
): MoveLine =>
  Object.fromEntries(
    Object.entries(fields).map(([name, { renumber }]) => [
      name,
      renumber ? renumber(line[name] as never, to) : line[name],
    ]),
  )

/**
 * Parses lines of JSON; a line that is not an object becomes a text that says so. Byte order marks are kept:
 * TextDecoder would drop one at the start of a batch, and a line with nothing else would shift the numbers of the following lines.
 */
export const parseLines = (bytes: Uint8Array): (MoveLine | string)[] =>
  new TextDecoder('utf-8', { ignoreBOM: true })
    .decode(bytes)
    .split('\n')
    .filter((it) => it !== '')
    .map((it) => {
      try {
        const value: unknown = JSON.parse(it)
        return isObject(value) ? value : 'is not a JSON object'
      } catch {
        return 'is not JSON'
      }
    })
