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
export type LinkDestinations = Awaited<ReturnType<typeof destinations>>['items'][number]

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

/** One page of one dimension, or of destinations, whose name in the API is originals. */
export const useGroupPage = (view: View, field: string, page: number) =>
  useQuery({
    queryKey: ['analytics', 'groups', view, field, page],
    queryFn: async ({ signal }) =>
      field === 'originals'
        ? originalGroups(view, page, signal)
        : (await groups(view, [field], page, signal))[field],
    placeholderData: keepPreviousData,
  })

const groups = (view: View, fields: readonly string[], page: number, signal: AbortSignal) => {
  const query = { ...view, fields: fields.join(','), limit: LIMIT, page } as const
  return read(api().GET('/analytics/group', { signal, params: { query } }))
}

/** One page of links with their destinations, most clicks first. */
export const useDestinations = (view: View, page: number, limit: 10 | 25, enabled = true) =>
  useQuery({
    queryKey: ['analytics', 'destinations', view, page, limit],
    queryFn: ({ signal }) => destinations(view, page, limit, signal),
    placeholderData: keepPreviousData,
    refetchInterval,
    enabled,
  })

const destinations = (view: View, page: number, limit: 10 | 25, signal: AbortSignal) => {
  const query = { ...view, limit, page } as const
  return read(api().GET('/analytics/destinations', { signal, params: { query } }))
}

/** The hundred most clicked destinations of a link. */
export const useOriginals = (view: View, link_id: string, enabled: boolean) =>
  useQuery({
    queryKey: ['analytics', 'originals', view, link_id],
    queryFn: ({ signal }) => originals({ ...view, link_id }, 0, signal),
    placeholderData: keepPreviousData,
    refetchInterval,
    enabled,
  })

const originals = (view: View, page: number, signal: AbortSignal) => {
  const query = { ...view, limit: LIMIT, page } as const
  return read(api().GET('/analytics/originals', { signal, params: { query } }))
}

async function originalGroups(view: View, page: number, signal: AbortSignal) {
  const { items, ...rest } = await originals(view, page, signal)
  return { ...rest, items: items.map(({ url, clicks }) => ({ title: url, value: url, clicks })) }
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
