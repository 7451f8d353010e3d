import { canonicalUrl, checkUrl } from '@fingerpost/kit/net/url'
import { isStorable, NO_TIME, parseTime, TIME_FORM } from '../variants/time.rules.ts'

const TITLE_MAX = 512
const TAGS_MAX = 50

/** The error for more tags than a link can have; the constraint links_tags has the same number. */
export const TOO_MANY_TAGS = { code: 'too_many', detail: `must not be more than ${TAGS_MAX}` }

/** Reports what is wrong with a value. */
export type Wrong = (code: string, detail: string) => void

/** A kind of value: how it is validated, stored, and read from an imported table. */
export interface Kind<Given, Stored> {
  /** The type of its column. */
  sql: 'bigint' | 'bigint[]' | 'smallint' | 'text' | 'timestamptz'
  /** The stored value of a link for which none is given. */
  empty: Stored
  /** The value to be stored; reports errors. */
  read(given: Given, wrong: Wrong): Stored
  /** How it is parsed from a cell of an imported table; absent if it is not read from one. */
  cell?: Cell<Given>
  /** Whether it is a URL to which visitors are sent. */
  isDestination?: true
}

interface Cell<Given> {
  /** The required form of a cell; absent if every text is allowed. */
  form?: RegExp
  /** The error for a cell in another form. */
  detail?: string
  parse(cell: string): Given
}

const asIs: Cell<string> = { parse: (cell) => cell }

/** Returns the text; reports NUL characters and a text that is too long. */
export function checkText(value: string, max: number, wrong: Wrong): string {
  if (value.includes('\u0000')) wrong('invalid_text', 'must not contain NUL')
  if (value.length > max) wrong('too_long', `must not be longer than ${max} characters`)
  return value
}

/** A text of at most `max` characters, or null. */
export const text = (max: number): Kind<string, string | null> => ({
  sql: 'text',
  empty: null,
  read: (given, wrong) => checkText(given, max, wrong) || null,
  cell: asIs,
})

/** The title of a link, in one line. */
export const title: Kind<string, string> = {
  sql: 'text',
  empty: '',
  read: (given, wrong) => plainTitle(checkText(given, TITLE_MAX, wrong)),
  cell: asIs,
}

/** A URL, or an empty string for none; `apps` allows URLs of known apps. */
const destination = <Empty>(empty: Empty, apps: boolean): Kind<string, string | Empty> => ({
  sql: 'text',
  empty,
  read(given, wrong) {
    if (given === '') return empty
    const fault = checkUrl(given, { apps })
    if (!fault) return canonicalUrl(given)
    wrong(fault.code, fault.detail)
    return empty
  },
  isDestination: true,
})

/** The destination of every link. */
export const mainDestination = destination('', false)

/** A destination that a link may lack. */
export const otherDestination = (apps = false): Kind<string, string | null> => ({
  ...destination(null, apps),
  cell: asIs,
})

/** The id of a folder; rows of a table give its name. */
export const folderId: Kind<number, number | null> = {
  sql: 'bigint',
  empty: null,
  read: (given) => given,
}

/** The ids of tags; rows of a table give their names. */
export const tagIds: Kind<{ ids: number[] }, number[]> = {
  sql: 'bigint[]',
  empty: [],
  read({ ids }, wrong) {
    const distinct = [...new Set(ids)]
    if (distinct.length > TAGS_MAX) wrong(TOO_MANY_TAGS.code, TOO_MANY_TAGS.detail)
    return distinct
  },
}

const wholeNumber: Cell<number> = {
  form: /^\d{1,15}$/,
  detail: 'must be a whole number',
  parse: Number,
}

/** The HTTP status of redirects; null stands for the default. */
export const redirectCode: Kind<number, number | null> = {
  sql: 'smallint',
  empty: null,
  read(given, wrong) {
    if (given !== 301 && given !== 302) wrong('not_allowed', 'must be 301 or 302')
    return given
  },
  cell: wholeNumber,
}

/** A whole number; 0 stands for none. */
export const count: Kind<number, number> = {
  sql: 'bigint',
  empty: 0,
  read(given, wrong) {
    if (given < 0) wrong('out_of_range', 'must not be negative')
    return given
  },
  cell: wholeNumber,
}

/** A point in time, or null. */
export const time: Kind<Date, Date | null> = {
  sql: 'timestamptz',
  empty: null,
  read(given, wrong) {
    if (!isStorable(given)) wrong('invalid_format', NO_TIME)
    return given
  },
  cell: { form: TIME_FORM, detail: NO_TIME, parse: parseTime },
}

/**
 * Replaces control characters, line separators and bidirectional controls, with which a title could
 * disguise the text around it.
 */
export const plainTitle = (title: string) =>
  // biome-ignore lint/suspicious/noControlCharactersInRegex: these characters are removed.
  title.replace(/[\u0000-\u001f\u007f-\u009f\u2028-\u202e\u2066-\u2069]/g, ' ').trim()
