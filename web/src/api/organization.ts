import { useQuery } from '@tanstack/react-query'
import { api, apiWith } from './client.ts'
import { read } from './problem.ts'

/** The team that a key opens. Throws a ProblemError when it opens none. */
export const organizationOf = (key: string) => read(apiWith(key).GET('/organization'))

/** The team of this session. */
export const useOrganization = () =>
  useQuery({
    queryKey: ['organization'],
    queryFn: ({ signal }) => read(api().GET('/organization', { signal })),
    staleTime: Number.POSITIVE_INFINITY,
  })
