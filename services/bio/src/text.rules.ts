import type { FieldError } from '@fingerpost/kit/http/problem'

const LINE_MAX = 512

// Control characters and bidirectional controls could let a text disguise the text around it.
// biome-ignore lint/suspicious/noControlCharactersInRegex: these characters are removed.
const DISGUISES = /[\u0000-\u001f\u007f-\u009f\u202a-\u202e\u2066-\u2069]/g

/** Normalizes a single-line text; null if nothing is left. Fails past 512 characters. */
export function plainLine(field: string, text: string | undefined): string | null | FieldError {
  return plain(field, text, (it) => it.replace(DISGUISES, ' '))
}

/** The same for a text of several lines. */
export function plainLines(field: string, text: string | undefined): string | null | FieldError {
  return plain(field, text, (it) =>
    it
      .split(/\r\n|\r|\n/)
      .map((line) => line.replace(DISGUISES, ' ').trimEnd())
      .join('\n'),
  )
}

function plain(
  field: string,
  text: string | undefined,
  clean: (text: string) => string,
): string | null | FieldError {
  const value = clean(text ?? '').trim()
  if (value.length <= LINE_MAX) return value || null
  return { field, code: 'too_long', detail: `must not be longer than ${LINE_MAX} characters` }
}
