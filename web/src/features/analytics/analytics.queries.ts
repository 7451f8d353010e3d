import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { api } from '../../api/client.ts'
import { read } from '../../api/problem.ts'
import { localTime } from '../../shared/local-time.rules.ts'
import type { Comparison, Line } from './compare.rules.ts'
import type { toFilterQuery } from './dimension.rules.ts'
import type { Count } from './measure.rules.ts'
import { before, type Interval, type Range, toPeriod, yearEarlier } from './period.rules.ts'
import type { TimeCount } from './series.rules.ts'

/** Filters, period and time zone of a query. */
export type View = ReturnType<typeof toFilterQuery>

export interface Group extends Count {
  title: string
  value: string
}
export type LinkDestinations = Awaited<ReturnType<typeof destinations>>['items'][number]

/** Refresh interval of the analytics page. */
const refetchInterval = 60_000
const LIMIT = 100
/** Links of the destinations panel before all of them are shown. */
export const TOP_LINKS = 10

export type Groups = Record<string, { items: Group[]; total: number }>

export interface ReportRequest {
  view: View
  /** Undefined means all time. */
  range: Range | undefined
  zone: string
  interval: Interval
  /** The earlier period to compare with. */
  compare: Comparison
  fields: readonly string[]
  /** Compared with each other instead. */
  lines: readonly Line[]
}

/** What the page shows at first. */
export interface Report {
  /** The period and step of the counts, which may not be the ones chosen while those are loading. */
  range: Range | undefined
  interval: Interval
  /** The time of the counts: the last step and the previous period end there. */
  now: string
  clicks: TimeCount[]
  earlier: Range | undefined
  clicksBefore: TimeCount[] | undefined
  lines: (Line & { counts: TimeCount[] })[]
  groups: Groups
  destinations: { items: LinkDestinations[]; total: number }
}

/** Clicks per time step, groups and destinations in one request. */
export const useReport = (
  { view, range, zone, interval, compare, fields, lines }: ReportRequest,
  refreshMs = refetchInterval,
) =>
  useQuery({
    queryKey: ['analytics', 'report', view, interval, compare, fields, lines],
    queryFn: async ({ signal }): Promise<Report> => {
      const now = localTime(zone, new Date())
      const earlier =
        range && compare !== 'no'
          ? { '': before, year: yearEarlier }[compare](range, now)
          : undefined
      const part = [
        partOf('clicks', { interval }),
        partOf('group', { fields: fields.join(','), limit: LIMIT }),
        partOf('destinations', { limit: TOP_LINKS }),
        ...lines.map(({ kind, value }) => partOf('clicks', { interval, [kind]: value })),
        ...(earlier ? [partOf('clicks', { interval, period: toPeriod(earlier) })] : []),
      ]
      const query = { ...view, part }
      const { parts } = await read(api().GET('/analytics/report', { signal, params: { query } }))
      const [clicks, groups, destinations, ...more] = parts as [
        Report['clicks'],
        Report['groups'],
        Report['destinations'],
        ...TimeCount[][],
      ]
      return {
        range,
        interval,
        now,
        earlier,
        clicks,
        groups,
        destinations,
        lines: lines.map((line, nth) => ({ ...line, counts: more[nth] ?? [] })),
        clicksBefore: more[lines.length],
      }
    },
    placeholderData: keepPreviousData,
    refetchInterval: refreshMs,
  })

const partOf = (name: string, query: Record<string, string | number>): string =>
  `${name}?${Object.entries(query)
    .map(([key, value]) => `${key}=${encodeURIComponent(value)}`)
    .join('&')}`

/** The top hundred groups of several dimensions, by dimension, each with its total number. */
export const useGroups = (view: View, fields: readonly string[]) =>
  useQuery({
    queryKey: ['analytics', 'groups', view, fields],
    queryFn: ({ signal }) => groups(view, fields, 0, signal),
    placeholderData: keepPreviousData,
    refetchInterval,
    enabled: fields.length > 0,
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
  return { ...rest, items: items.map(({ url, ...it }) => ({ ...it, title: url, value: url })) }
}
