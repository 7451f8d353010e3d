import { useQuery } from '@tanstack/react-query'
import { api, apiWith } from './client.ts'
import { read } from './problem.ts'

/** The team of an API key. Throws a ProblemError for an invalid key. */
export const organizationOf = (key: string) => read(apiWith(key).GET('/organization'))

/** The team of this session. */
export const useOrganization = () =>
  useQuery({
    queryKey: ['organization'],
    queryFn: ({ signal }) => read(api().GET('/organization', { signal })),
    staleTime: Number.POSITIVE_INFINITY,
  })
