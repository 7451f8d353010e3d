import { keepPreviousData, useQuery } from '@tanstack/react-query'
import type { LabelKind } from '../../api/choices.ts'
import { api } from '../../api/client.ts'
import { useCan } from '../../api/me.ts'
import { read } from '../../api/problem.ts'

export interface Label {
  id: number
  name: string
  color?: string | null
  /** Absent if the session may not read links. */
  links?: number
  clicks?: number
}

const LIMIT = 50
/** Short, so that the numbers follow changes of links. */
const FRESH_MS = 2_000

/** One page of the folders or tags whose name contains the search text, by name. */
export function useLabelPage(kind: LabelKind, search: string, page: number) {
  const counts = useCan()('link:read')
  return useQuery({
    queryKey: [kind, 'list', search, page, counts],
    queryFn: async ({ signal }) => {
      const list = (counts: boolean) => {
        const query = { search, page, limit: LIMIT, sort: 'name', counts } as const
        return read(api().GET(`/${kind}`, { signal, params: { query } }))
      }
      try {
        return await list(counts)
      } catch (error) {
        // Links may be unavailable, or an API key may not read them.
        if (!counts || signal.aborted) throw error
        return list(false)
      }
    },
    staleTime: FRESH_MS,
    placeholderData: keepPreviousData,
  })
}

/** Creates a label, or updates the label with this id. */
export function saveLabel(
  kind: LabelKind,
  id: number | undefined,
  body: Pick<Label, 'name' | 'color'>,
) {
  const path = { id: `${id}` }
  return id === undefined
    ? read(api().POST(`/${kind}`, { body }))
    : read(api().PATCH(`/${kind}/{id}`, { params: { path }, body }))
}

/** Deletes a label. Its links remain. */
export const deleteLabel = (kind: LabelKind, id: number) =>
  read(api().DELETE(`/${kind}/{id}`, { params: { path: { id: `${id}` } } }))
