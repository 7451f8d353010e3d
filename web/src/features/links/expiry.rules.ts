import { text } from '#messages/link-form.ts'

/** A moment as a `datetime-local` field has it: `2026-11-20T13:37`. */
type LocalTime = string

const asField = (utc: number): LocalTime => new Date(utc).toISOString().slice(0, 16)

/** Frequent times of expiry, in the time zone of `now`. */
export function presetsOf(now: LocalTime): { label: string; value: LocalTime }[] {
  const utc = new Date(`${now}Z`)
  const [year, month, day] = [utc.getUTCFullYear(), utc.getUTCMonth(), utc.getUTCDate()]
  const inDays = (days: number) => new Date(utc).setUTCDate(day + days)
  const presets: [string, number][] = [
    [text.expiry.inDays(7), inDays(7)],
    [text.expiry.inDays(30), inDays(30)],
    [text.expiry.endOfMonth, Date.UTC(year, month + 1, 0, 23, 59)],
  ]
  return presets.map(([label, time]) => ({ label, value: asField(time) }))
}

/** Whether a typed time is over. */
export const isPast = (typed: string, now: LocalTime): boolean => typed !== '' && typed <= now
