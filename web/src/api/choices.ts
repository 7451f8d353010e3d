import { keepPreviousData, useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { api } from './client.ts'
import { read } from './problem.ts'

/** The maximum of items in a select list; typing searches beyond that. */
const limit = 100

export type LabelKind = 'folder' | 'tag'

/** Folders or tags whose names contain the search text. Query keys begin with the kind. */
export const useLabels = (kind: LabelKind, search = '') =>
  useQuery({
    queryKey: [kind, 'choices', search],
    queryFn: ({ signal }) =>
      read(api().GET(`/${kind}`, { signal, params: { query: { limit, search, sort: 'name' } } })),
    placeholderData: keepPreviousData,
    staleTime: 30_000,
  })

/** Creates a folder or tag from another form. */
export function useCreateLabel(kind: LabelKind) {
  const queries = useQueryClient()
  return useMutation({
    mutationFn: (name: string) => read(api().POST(`/${kind}`, { body: { name } })),
    onSuccess: () => queries.invalidateQueries({ queryKey: [kind] }),
  })
}

export const useDomains = () =>
  useQuery({
    queryKey: ['domain', 'choices'],
    queryFn: ({ signal }) => read(api().GET('/domain', { signal, params: { query: { limit } } })),
    staleTime: 30_000,
  })
