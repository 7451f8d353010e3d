import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { api } from '../../api/client.ts'
import { read } from '../../api/problem.ts'
import type { Listed } from './dimension.rules.ts'

/** One link by its id; a deleted one is an error. */
export const useLink = (link_id: string, enabled = true) =>
  useQuery({
    queryKey: ['link', 'one', link_id],
    queryFn: ({ signal }) =>
      read(api().GET('/link/{link_id}', { signal, params: { path: { link_id } } })),
    staleTime: 60_000,
    enabled,
  })

/** Links whose texts contain the search text, most clicked first. */
export const useLinkChoices = (search: string, enabled: boolean) =>
  useQuery({
    queryKey: ['link', 'choices', search],
    queryFn: ({ signal }) => {
      const query = { search, limit: 25, sort: 'clicks', order: 'desc' } as const
      return read(api().GET('/link', { signal, params: { query } }))
    },
    placeholderData: keepPreviousData,
    staleTime: 30_000,
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
