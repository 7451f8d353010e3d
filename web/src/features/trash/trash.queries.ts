import type { Schemas } from '@fingerpost/client'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { api } from '../../api/client.ts'
import { read } from '../../api/problem.ts'
import { useList } from '../../shared/list.ts'
import { restoreLinks } from '../links/bulk.queries.ts'
import { showNotRestored, showRestored } from '../links/DeletedNotice.tsx'

export type DeletedLink = Schemas['DeletedLink']

/** Deleted links, last deleted first. */
export const useTrash = () =>
  useList({
    queryKey: ['link', 'trash'],
    load: ({ search: _, ...query }, signal) =>
      read(api().GET('/link/trash', { signal, params: { query } })),
  })

/** The ids of all links in the trash. */
export async function allDeleted(): Promise<string[]> {
  const ids: string[] = []
  for (let page = 0; ; page++) {
    const query = { page, limit: 100 } as const
    const { items, total } = await read(api().GET('/link/trash', { params: { query } }))
    ids.push(...items.map(({ id }) => id))
    if (items.length === 0 || ids.length >= total) return ids
  }
}

/** Restores a link, and says whether that was possible. */
export function useRestore() {
  const queries = useQueryClient()
  return useMutation({
    mutationFn: async (link: DeletedLink) => showRestored([link], await restoreLinks([link.id])),
    onError: showNotRestored,
    onSettled: () => queries.invalidateQueries({ queryKey: ['link'] }),
  })
}
