import { keepPreviousData, useQuery } from '@tanstack/react-query'
import type { LabelKind } from '../../api/choices.ts'
import { api } from '../../api/client.ts'
import { read } from '../../api/problem.ts'

export interface Label {
  id: number
  name: string
  color?: string | null
}

const LIMIT = 50

/** One page of the folders or tags whose name contains the search text, by name. */
export const useLabelPage = (kind: LabelKind, search: string, page: number) =>
  useQuery({
    queryKey: [kind, 'list', search, page],
    queryFn: ({ signal }) => {
      const query = { search, page, limit: LIMIT, sort: 'name' } as const
      return read(api().GET(`/${kind}`, { signal, params: { query } }))
    },
    placeholderData: keepPreviousData,
  })

/** Creates a label, or updates the label with this id. */
export function saveLabel(kind: LabelKind, id: number | undefined, body: Omit<Label, 'id'>) {
  const path = { id: `${id}` }
  return id === undefined
    ? read(api().POST(`/${kind}`, { body }))
    : read(api().PATCH(`/${kind}/{id}`, { params: { path }, body }))
}

/** Deletes a label. Its links remain. */
export const deleteLabel = (kind: LabelKind, id: number) =>
  read(api().DELETE(`/${kind}/{id}`, { params: { path: { id: `${id}` } } }))
