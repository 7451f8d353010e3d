import type { paths, Schemas } from '@fingerpost/client'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { api } from '../../api/client.ts'
import { read } from '../../api/problem.ts'

export type SavedView = Schemas['View']
export type ViewPage = NonNullable<
  NonNullable<paths['/view']['get']['parameters']['query']>['page_name']
>

const LIMIT = 100

/** The first hundred views of a page by name, and the number of all. */
export const useViews = (page: ViewPage) =>
  useQuery({
    queryKey: ['view', 'list', page],
    queryFn: ({ signal }) => {
      const query = { page_name: page, limit: LIMIT, sort: 'name' } as const
      return read(api().GET('/view', { signal, params: { query } }))
    },
  })

export const createView = (body: { name: string; page: ViewPage; query: string }) =>
  read(api().POST('/view', { body }))

/** Renames a view, gives it another query, or deletes it with null. */
export function useChangeView({ id }: SavedView, done: () => void) {
  const queries = useQueryClient()
  const params = { path: { id: `${id}` } }
  return useMutation({
    mutationFn: (body: { name: string } | { query: string } | null): Promise<unknown> =>
      body === null
        ? read(api().DELETE('/view/{id}', { params }))
        : read(api().PATCH('/view/{id}', { params, body })),
    onSuccess: async () => {
      await queries.invalidateQueries({ queryKey: ['view'] })
      done()
    },
  })
}
