import { notifications } from '@mantine/notifications'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { text } from '#messages/links-deleted.ts'
import { problemOf } from '../../api/problem.ts'
import { deleteLinks } from './bulk.queries.ts'
import { showDeleted } from './DeletedNotice.tsx'
import type { Link } from './link.queries.ts'

/** Deletes a link, and offers to undo it once the server has deleted it. */
export function useDeleteLink() {
  const queries = useQueryClient()
  return useMutation({
    mutationFn: ({ id }: Link) => deleteLinks([id]),
    onSuccess: (_, link) => showDeleted([link], queries),
    onError: (error) =>
      notifications.show({
        color: 'red',
        title: text.cannotDelete,
        message: problemOf(error).detail,
      }),
    onSettled: () => queries.invalidateQueries({ queryKey: ['link'] }),
  })
}
