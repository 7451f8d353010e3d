import type { FieldError } from '@fingerpost/kit/problem'

const LINE_MAX = 512

// Control and direction-changing characters would let a text disguise what stands around it.
// biome-ignore lint/suspicious/noControlCharactersInRegex: those are what is taken out.
const DISGUISES = /[\u0000-\u001f\u007f-\u009f\u202a-\u202e\u2066-\u2069]/g

/** A text of one line without disguises; null when nothing is left. Fails past 512 characters. */
export function plainLine(field: string, text: string | undefined): string | null | FieldError {
  return plain(field, text, (it) => it.replace(DISGUISES, ' '))
}

/** The same for a text that may have several lines. */
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
