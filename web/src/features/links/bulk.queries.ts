import { useMutation, useQueryClient } from '@tanstack/react-query'
import { api } from '../../api/client.ts'
import { read } from '../../api/problem.ts'

/** Maximum number of ids per call. */
const BATCH = 1_000

function batches(ids: readonly string[]): string[][] {
  const count = Math.ceil(ids.length / BATCH)
  return Array.from({ length: count }, (_, i) => ids.slice(i * BATCH, (i + 1) * BATCH))
}

/** Runs an action on all ids, one batch after another. */
function useBulk<V extends { ids: readonly string[] }>(
  call: (ids: string[], variables: V) => Promise<unknown>,
) {
  const queries = useQueryClient()
  return useMutation({
    mutationFn: async (variables: V) => {
      for (const ids of batches(variables.ids)) await call(ids, variables)
    },
    onSettled: () => queries.invalidateQueries({ queryKey: ['link'] }),
  })
}

/** Moves links into a folder; null removes them from theirs. */
export const useMoveLinks = () =>
  useBulk<{ ids: readonly string[]; folder_id: number | null }>((ids, { folder_id }) =>
    read(api().PUT('/link/folder', { body: { ids, folder_id } })),
  )

export const useTagLinks = () =>
  useBulk<{ ids: readonly string[]; tags: number[]; mode: 'add' | 'remove' }>(
    (ids, { tags, mode }) => read(api().PUT('/link/tag', { body: { ids, tags, mode } })),
  )

/** Deletes links, one batch after another; `deleted` is called with the ids of each batch. */
export async function deleteLinks(
  ids: readonly string[],
  deleted: (ids: readonly string[]) => void,
): Promise<void> {
  for (const some of batches(ids)) {
    await read(api().POST('/link/delete', { body: { ids: some } }))
    deleted(some)
  }
}

/** Takes links out of the trash. Returns why some of them stay there. */
export async function restoreLinks(ids: readonly string[]): Promise<string[]> {
  const reasons: string[] = []
  for (const some of batches(ids)) {
    const { missing, failed } = await read(api().POST('/link/restore', { body: { ids: some } }))
    reasons.push(...failed.map(({ detail }) => detail))
    reasons.push(...missing.map(() => 'It is no longer in the trash.'))
  }
  return reasons
}

/** Removes links from the trash for good. */
export async function purgeLinks(ids: readonly string[]): Promise<void> {
  for (const some of batches(ids)) {
    await read(api().POST('/link/trash/delete', { body: { ids: some } }))
  }
}
