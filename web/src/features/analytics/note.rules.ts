import type { Schemas } from '@fingerpost/client'
import { type Filters, valuesOf } from '../../shared/filter-values.rules.ts'
import { instantOf, localTime } from '../../shared/local-time.rules.ts'
import { linesIn } from './compare.rules.ts'
import { type Interval, plusDays, type Range } from './period.rules.ts'
import { openStep } from './series.rules.ts'

export type Note = Schemas['Note']

/** The most links whose notes are shown, besides those about no link. */
const LINKS_MAX = 49
const LINK = /^[1-9]\d{0,15}$/

/** The ids of the links that a chart is about; none for a chart of all links. */
export function linksOf(filters: Filters): string[] {
  const compared = linesIn(filters).flatMap(({ kind, value }) =>
    kind === 'link_id' ? [value] : [],
  )
  const links = new Set([...valuesOf(filters.link_id), ...compared])
  return [...links].filter((id) => LINK.test(id)).slice(0, LINKS_MAX)
}

/** The instants between which the notes of a range are; none for all time. */
export const instantsOf = (range: Range | undefined, zone: string) =>
  range && {
    from: instantOf(zone, `${range.from}T${range.since ?? '00:00'}`),
    to: instantOf(zone, `${plusDays(range.to, 1)}T00:00`),
  }

/** Whether a range does not include the time of a note. */
export function isOutside(range: Range | undefined, zone: string, at: string): boolean {
  const span = instantsOf(range, zone)
  const time = Date.parse(at)
  return span !== undefined && (time < Date.parse(span.from) || time >= Date.parse(span.to))
}

/** The notes in each step of a chart, by the place of the step, newest first. */
export function notesIn(
  notes: readonly Note[],
  steps: readonly string[],
  interval: Interval,
  zone: string,
): ReadonlyMap<number, Note[]> {
  const places = new Map(steps.map((step, place) => [step, place]))
  const placed = notes.flatMap((note) => {
    const place = places.get(openStep(interval, localTime(zone, new Date(note.at))))
    return place === undefined ? [] : [{ note, place }]
  })
  const groups = Map.groupBy(placed, ({ place }) => place)
  return new Map([...groups].map(([place, group]) => [place, group.map(({ note }) => note)]))
}

/** The time that a new note has at first: now if it is in the range, or noon of its last day. */
export const firstTime = (range: Range | undefined, now: string): string =>
  !range || (range.from <= now.slice(0, 10) && now.slice(0, 10) <= range.to)
    ? now.slice(0, 'YYYY-MM-DDTHH:MM'.length)
    : `${range.to}T12:00`
