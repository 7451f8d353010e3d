import type { Schemas } from '@fingerpost/client'
import { useInfiniteQuery, useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { api } from '../../api/client.ts'
import { useCan } from '../../api/me.ts'
import { read } from '../../api/problem.ts'
import type { View } from '../analytics/analytics.queries.ts'

export type Entry = Schemas['AuditEntry']

const RECENT = 10
const LOOK_AGAIN_MS = 10_000

/** The last clicks of a view. */
export const useRecentClicks = (view: View) =>
  useQuery({
    queryKey: ['analytics', 'stream', view],
    queryFn: async ({ signal }) => {
      const query = { ...view, limit: RECENT } as const
      return (await read(api().GET('/analytics/stream', { signal, params: { query } }))).items
    },
    refetchInterval: LOOK_AGAIN_MS,
  })

/** The changes of a link, newest first, in pages. Disabled if the role cannot read them. */
export function useHistory(link_id: string) {
  const can = useCan()
  return useInfiniteQuery({
    enabled: can('audit:read'),
    queryKey: ['link', 'history', link_id],
    queryFn: ({ signal, pageParam: before }) =>
      read(
        api().GET('/link/{link_id}/history', {
          signal,
          params: { path: { link_id }, query: { limit: RECENT, ...(before && { before }) } },
        }),
      ),
    initialPageParam: '',
    getNextPageParam: ({ next }) => next ?? undefined,
    retry: false,
  })
}

/** Gives a link the fields that it had after an entry of its history. */
export function useRestoreVersion(link_id: string) {
  const queries = useQueryClient()
  return useMutation({
    mutationFn: (version: string) =>
      read(
        api().POST('/link/{link_id}/restore', { params: { path: { link_id } }, body: { version } }),
      ),
    onSettled: () => queries.invalidateQueries({ queryKey: ['link'] }),
  })
}
