import { useInfiniteQuery, useQuery } from '@tanstack/react-query'
import { useMemo } from 'react'
import { useDomains, useLabels } from '../../api/choices.ts'
import { api } from '../../api/client.ts'
import { read } from '../../api/problem.ts'
import { type AuditQuery, type Names, nameKey } from './audit.rules.ts'

const LIMIT = 50
/** The maximum number of people, and of keys, in the filter. */
const CHOICES = 100

export const useEntries = (filter: AuditQuery) =>
  useInfiniteQuery({
    queryKey: ['audit', filter],
    queryFn: ({ signal, pageParam }) => {
      const query = { ...filter, limit: LIMIT, ...(pageParam && { before: pageParam }) } as const
      return read(api().GET('/audit', { signal, params: { query } }))
    },
    initialPageParam: '',
    getNextPageParam: ({ next }) => next,
  })

export const exportEntries = (query: AuditQuery) =>
  read(api().GET('/audit/export', { params: { query }, parseAs: 'blob' }))

/** The names of members by id. */
export function usePeople(): ReadonlyMap<string, string> {
  const { data } = useQuery({
    queryKey: ['member', 'choices'],
    queryFn: ({ signal }) =>
      read(api().GET('/member', { signal, params: { query: { limit: CHOICES } } })),
  })
  return useMemo(() => new Map(data?.items.map(({ id, name }) => [`${id}`, name])), [data])
}

/** The names of API keys by id. */
export function useKeys(): ReadonlyMap<string, string> {
  const { data } = useQuery({
    queryKey: ['key', 'choices'],
    queryFn: ({ signal }) =>
      read(api().GET('/key', { signal, params: { query: { limit: CHOICES } } })),
  })
  return useMemo(() => new Map(data?.items.map(({ id, name }) => [`${id}`, name])), [data])
}

/** The names of folders, tags and domains, to which fields refer. */
export function useNames(): Names {
  const { data: folders } = useLabels('folder')
  const { data: tags } = useLabels('tag')
  const { data: domains } = useDomains()
  return useMemo(
    () =>
      new Map([
        ...(folders?.items ?? []).map(({ id, name }) => [nameKey('folder_id', id), name] as const),
        ...(tags?.items ?? []).map(({ id, name }) => [nameKey('tags', id), name] as const),
        ...(domains?.items ?? []).map(({ id, name }) => [nameKey('domain_id', id), name] as const),
      ]),
    [folders, tags, domains],
  )
}
