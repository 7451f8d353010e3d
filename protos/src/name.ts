/** The maximum length of the name of a folder or tag, in code points. */
export const LABEL_NAME_MAX = 64

/** A name as it is stored: NFC-normalized and trimmed. */
export const plainName = (text: string) => text.normalize('NFC').trim()

/** The key by which names are compared. */
export const nameKey = (text: string) => plainName(text).toLowerCase()

/** Checks a name that a user chose: 1 to `max` characters, no control characters. */
export function checkName(
  field: string,
  text: string,
  max: number,
): { field: string; code: string; detail: string } | undefined {
  const name = plainName(text)
  if (name === '') return { field, code: 'required', detail: 'must not be empty' }
  if ([...name].length > max) {
    return { field, code: 'too_long', detail: `must not be longer than ${max} characters` }
  }
  return /[\p{Cc}\p{Zl}\p{Zp}]/u.test(name)
    ? { field, code: 'invalid_text', detail: 'must not contain control characters' }
    : undefined
}

/** Whether this can be the name of a folder or tag. */
export const isLabelName = (name: string): boolean => !checkName('name', name, LABEL_NAME_MAX)
