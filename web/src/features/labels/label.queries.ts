import type { LabelKind } from '../../api/choices.ts'
import { api } from '../../api/client.ts'
import { useCan } from '../../api/me.ts'
import { read } from '../../api/problem.ts'
import { useList } from '../../shared/list.ts'

export interface Label {
  id: number
  name: string
  color?: string | null
  /** Absent if the session may not read links. */
  links?: number
  clicks?: number
}

/** Short, so that the numbers follow changes of links. */
const FRESH_MS = 2_000

/** The folders or tags whose name contains the search text, by name. */
export function useLabelList(kind: LabelKind) {
  const counts = useCan()('link:read')
  return useList({
    queryKey: [kind, counts],
    load: async (query, signal) => {
      const page = (counts: boolean) =>
        read(
          api().GET(`/${kind}`, { signal, params: { query: { ...query, sort: 'name', counts } } }),
        )
      try {
        return await page(counts)
      } catch (error) {
        // Links may be unavailable, or an API key may not read them.
        if (!counts || signal.aborted) throw error
        return page(false)
      }
    },
    staleTime: FRESH_MS,
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
