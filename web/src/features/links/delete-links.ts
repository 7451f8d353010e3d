import { useQueryClient } from '@tanstack/react-query'
import { api } from '../../api/client.ts'
import { read } from '../../api/problem.ts'
import { undoable } from '../../shared/undo.ts'
import { batches } from './bulk.queries.ts'
import type { Link } from './link.queries.ts'

/** Deletes links, with a few seconds to undo. */
export function useDeleteLinks() {
  const queries = useQueryClient()
  return (links: readonly Link[], message: string): void =>
    undoable({
      message,
      hides: links.map(({ id }) => `link:${id}`),
      act: (keepalive) =>
        Promise.all(
          batches(links.map(({ id }) => id)).map((ids) =>
            read(api().POST('/link/delete', { body: { ids }, keepalive })),
          ),
        ),
      settled: () => queries.invalidateQueries({ queryKey: ['link'] }),
    })
}
