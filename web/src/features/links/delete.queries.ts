import { notifications } from '@mantine/notifications'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { problemOf } from '../../api/problem.ts'
import { deleteLinks } from './bulk.queries.ts'
import { showDeleted } from './DeletedNotice.tsx'
import type { Link } from './link.queries.ts'

/** Deletes links, and offers to undo it once the server has deleted them. */
export function useDeleteLinks() {
  const queries = useQueryClient()
  return useMutation({
    mutationFn: async (links: readonly Link[]) => {
      const gone = new Set<string>()
      try {
        await deleteLinks(
          links.map(({ id }) => id),
          (ids) => {
            for (const id of ids) gone.add(id)
          },
        )
      } finally {
        const deleted = links.filter(({ id }) => gone.has(id))
        if (deleted.length > 0) showDeleted(deleted, queries)
      }
    },
    onError: (error) =>
      notifications.show({
        color: 'red',
        title: 'Couldn’t delete',
        message: problemOf(error).detail,
      }),
    onSettled: () => queries.invalidateQueries({ queryKey: ['link'] }),
  })
}
