import { useMutation, useQueryClient } from '@tanstack/react-query'
import { text } from '#messages/links-deleted.ts'
import { showFailure } from '../../shared/failure.ts'
import { deleteLinks } from './bulk.queries.ts'
import { showDeleted } from './DeletedNotice.tsx'
import type { Link } from './link.queries.ts'

/** Deletes a link, and offers to undo it once the server has deleted it. */
export function useDeleteLink() {
  const queries = useQueryClient()
  return useMutation({
    mutationFn: ({ id }: Link) => deleteLinks([id]),
    onSuccess: (_, link) => showDeleted([link], queries),
    onError: (error) => showFailure(text.cannotDelete, error),
    onSettled: () => queries.invalidateQueries({ queryKey: ['link'] }),
  })
}
