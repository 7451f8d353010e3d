import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { api } from '../../api/client.ts'
import { read } from '../../api/problem.ts'
import type { Listed } from './dimension.rules.ts'
import type { Interval } from './period.rules.ts'

/** Filters, period and time zone of a query. */
export type View = Record<string, string | number | boolean>

export interface Group {
  title: string
  clicks: number
  value: string
}
export type Original = Awaited<ReturnType<typeof originals>>['items'][number]

/** Refresh interval of the analytics page. */
const refetchInterval = 60_000
const LIMIT = 100

/** Clicks per time step; steps without clicks are omitted. */
export const useClicks = (view: View, interval: Interval, enabled = true) =>
  useQuery({
    queryKey: ['analytics', 'clicks', view, interval],
    queryFn: ({ signal }) =>
      read(api().GET('/analytics/clicks', { signal, params: { query: { ...view, interval } } })),
    placeholderData: keepPreviousData,
    refetchInterval,
    enabled,
  })

/** The top hundred groups of several dimensions, by dimension, each with its total number. */
export const useGroups = (view: View, fields: readonly string[]) =>
  useQuery({
    queryKey: ['analytics', 'groups', view, fields],
    queryFn: ({ signal }) => groups(view, fields, 0, signal),
    placeholderData: keepPreviousData,
    refetchInterval,
  })

/** One page of one dimension. */
export const useGroupPage = (view: View, field: string, page: number) =>
  useQuery({
    queryKey: ['analytics', 'groups', view, field, page],
    queryFn: async ({ signal }) => (await groups(view, [field], page, signal))[field],
    placeholderData: keepPreviousData,
  })

const groups = (view: View, fields: readonly string[], page: number, signal: AbortSignal) => {
  const query = { ...view, fields: fields.join(','), limit: LIMIT, page } as const
  return read(api().GET('/analytics/group', { signal, params: { query } }))
}

/** Destinations, most clicks first. */
export const useOriginals = (view: View) =>
  useQuery({
    queryKey: ['analytics', 'originals', view],
    queryFn: ({ signal }) => originals(view, 0, signal),
    placeholderData: keepPreviousData,
    refetchInterval,
  })

const originals = (view: View, page: number, signal: AbortSignal) => {
  const query = { ...view, limit: LIMIT, page } as const
  return read(api().GET('/analytics/originals', { signal, params: { query } }))
}

/** One link by its id; a deleted one is an error. */
export const useLink = (link_id: string, enabled = true) =>
  useQuery({
    queryKey: ['link', 'one', link_id],
    queryFn: ({ signal }) =>
      read(api().GET('/link/{link_id}', { signal, params: { path: { link_id } } })),
    staleTime: 60_000,
    enabled,
  })

/** Values of a filter whose title contains the search text. */
export const useValues = (name: Listed, search: string) =>
  useQuery({
    queryKey: ['analytics', 'values', name, search],
    queryFn: async ({ signal }) => {
      const query = { search, limit: 25 } as const
      const path = `/analytics/value/${name}` as const
      return (await read(api().GET(path, { signal, params: { query } }))).items
    },
    placeholderData: keepPreviousData,
  })
