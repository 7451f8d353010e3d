import { keepPreviousData, useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { api } from './client.ts'
import { read } from './problem.ts'

/** What fits into a list to choose from; who has more finds the rest by typing. */
const limit = 100

export type LabelKind = 'folder' | 'tag'

/** Folders or tags whose name has the words in it. Queries of a kind begin with its name. */
export const useLabels = (kind: LabelKind, search = '') =>
  useQuery({
    queryKey: [kind, 'choices', search],
    queryFn: ({ signal }) =>
      read(api().GET(`/${kind}`, { signal, params: { query: { limit, search, sort: 'name' } } })),
    placeholderData: keepPreviousData,
    staleTime: 30_000,
  })

/** Makes a folder or tag in passing. */
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
