export const NO_TIME = 'must be a date and time with an offset'

/** An offset is required: without one, the time would depend on the machine's time zone. */
export const TIME_FORM =
  /^\d{4}-\d\d-\d\dT([01]\d|2[0-3]):\d\d(:[0-5]\d(\.\d+)?)?(Z|[+-]\d\d:\d\d)$/i

/** What Postgres and JSON can hold. */
const [FIRST_MS, LAST_MS] = [
  Date.parse('0001-01-01T00:00Z'),
  Date.parse('9999-12-31T23:59:59.999Z'),
]

/** The time of a text in the form above; an invalid date for one that does not exist. */
export const parseTime = (text: string): Date =>
  // `Date` reads February 30 as March 2.
  new Date(isDay(text.slice(0, 10)) ? text : Number.NaN)

const isDay = (text: string): boolean => {
  const day = new Date(`${text}T00:00Z`)
  return !Number.isNaN(day.getTime()) && day.toISOString().startsWith(text)
}

/** Whether a time is valid and can be stored. */
export const isStorable = (time: Date): boolean =>
  time.getTime() >= FIRST_MS && time.getTime() <= LAST_MS
