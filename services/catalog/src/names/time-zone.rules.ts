import type { FieldError } from '@fingerpost/kit/http/problem'

/** Checks the field `time_zone`. Returns the error, if any. */
export function checkTimeZone(name: string): FieldError | undefined {
  if (isTimeZone(name)) return undefined
  const detail = 'must be an IANA time zone, such as Europe/Prague'
  return { field: 'time_zone', code: 'invalid_time_zone', detail }
}

function isTimeZone(name: string): boolean {
  try {
    new Intl.DateTimeFormat('en', { timeZone: name })
    return !/^[+-]/.test(name)
  } catch {
    return false
  }
}
