import { text } from '#messages/analytics-parts.ts'
import type { Interval, Range } from './period.rules.ts'
import { timeOf } from './series.rules.ts'

const DAYS = new Intl.DateTimeFormat(undefined, { timeZone: 'UTC', dateStyle: 'medium' })

/** A range in words. */
export function describe({ from, to, since, until }: Range): string {
  const span = from === to ? DAYS.format(timeOf(from)) : DAYS.formatRange(timeOf(from), timeOf(to))
  const days = since ? text.since({ days: span, time: since.slice(0, 5) }) : span
  return until ? text.until({ days, time: until.slice(0, 5) }) : days
}

/**
 * The place of a time zone, such as Tokyo of Asia/Tokyo. Undefined for the time zone of the browser, which
 * may have another name.
 */
export function placeOf(zone: string, own: string): string | undefined {
  if (zoneOf(zone) === zoneOf(own)) return undefined
  return zone.split('/').at(-1)?.replaceAll('_', ' ')
}

/** The name of this browser for a time zone, which may have aliases; undefined if there is no such time zone. */
export function zoneOf(name: string | undefined): string | undefined {
  if (!name) return undefined
  try {
    return new Intl.DateTimeFormat(undefined, { timeZone: name }).resolvedOptions().timeZone
  } catch {
    return undefined
  }
}

const TIME = { hour: '2-digit', minute: '2-digit', hourCycle: 'h23' } as const
const FORMATS: Record<Interval, Intl.DateTimeFormatOptions> = {
  hour: { weekday: 'short', day: 'numeric', month: 'short', ...TIME },
  day: { weekday: 'short', day: 'numeric', month: 'short', year: 'numeric' },
  week: { day: 'numeric', month: 'short', year: 'numeric' },
  month: { month: 'long', year: 'numeric' },
}

/** A step in words; `open` is the step that is not over. */
export function nameOf(step: string, interval: Interval, open?: string): string {
  if (step === open) return text.soFar(nameOf(step, interval))
  const format = new Intl.DateTimeFormat(undefined, { timeZone: 'UTC', ...FORMATS[interval] })
  const name = format.format(timeOf(step))
  return interval === 'week' ? text.weekOf(name) : name
}
