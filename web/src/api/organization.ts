import { useQuery } from '@tanstack/react-query'
import { api, apiWith } from './client.ts'
import { read } from './problem.ts'

/** The team of an API key. Throws a ProblemError for an invalid key. */
export const organizationOf = (key: string) => read(apiWith(key).GET('/organization'))

/** Whether the team of an API key has no member; false if the key may not read members. */
export const hasNoMember = (key: string): Promise<boolean> =>
  read(apiWith(key).GET('/member', { params: { query: { limit: 10 } } })).then(
    ({ total }) => total === 0,
    () => false,
  )

/** The team of this session. */
export const useOrganization = () =>
  useQuery({
    queryKey: ['organization'],
    queryFn: ({ signal }) => read(api().GET('/organization', { signal })),
    staleTime: Number.POSITIVE_INFINITY,
  })
