import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useMemo } from 'react'
import { api } from '../../api/client.ts'
import { read } from '../../api/problem.ts'
import { instantsOf, type Note, notesIn } from './note.rules.ts'
import type { Interval, Range } from './period.rules.ts'

const LIMIT = 100 as const
const refetchInterval = 60_000
const NO_STEPS: readonly string[] = []
const NO_NOTES: readonly Note[] = []

interface NotesRequest {
  /** The links that the chart is about; without any, it is about all of them. */
  links: readonly string[]
  range: Range | undefined
  zone: string
  /** Undefined while the chart is loading. */
  steps: readonly string[] | undefined
  interval: Interval
}

/** The latest hundred notes of a chart, by the place of their step, and in one list, newest first. */
export function useNotes({ links, range, zone, steps = NO_STEPS, interval }: NotesRequest) {
  const query = {
    ...instantsOf(range, zone),
    link_id: [0, ...links.map(Number)],
    limit: LIMIT,
  }
  const { data, error } = useQuery({
    queryKey: ['note', query],
    queryFn: ({ signal }) => read(api().GET('/note', { signal, params: { query } })),
    placeholderData: keepPreviousData,
    refetchInterval,
  })
  const items = data?.items ?? NO_NOTES
  const marks = useMemo(() => notesIn(items, steps, interval, zone), [items, steps, interval, zone])
  const shown = new Set([...marks.values()].flat())
  return { marks, notes: items.filter((note) => shown.has(note)), error }
}

type Fields = Pick<Note, 'at' | 'text'> & Partial<Pick<Note, 'link_id'>>

/** Creates a note, or changes the one with this id. */
export const saveNote = (id: number | undefined, body: Fields) =>
  id === undefined
    ? read(api().POST('/note', { body }))
    : read(api().PATCH('/note/{id}', { params: { path: { id: `${id}` } }, body }))

export const deleteNote = (id: number) =>
  read(api().DELETE('/note/{id}', { params: { path: { id: `${id}` } } }))
