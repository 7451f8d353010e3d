import { useQuery } from '@tanstack/react-query'
import { api } from './client.ts'
import { useCan } from './me.ts'
import { read } from './problem.ts'

/** The maximum number of members whose names are loaded. */
const MOST = 100
const FRESH_MS = 60_000

/** The names of members by their user id; empty if the role cannot read them. */
export function useMemberNames(): ReadonlyMap<string, string> {
  const can = useCan()
  const { data } = useQuery({
    queryKey: ['member', 'names'],
    queryFn: async ({ signal }) => {
      const query = { limit: MOST } as const
      const { items } = await read(api().GET('/member', { signal, params: { query } }))
      return new Map(items.map(({ id, name, email }) => [`${id}`, name || email]))
    },
    enabled: can('member:read'),
    staleTime: FRESH_MS,
    retry: false,
  })
  return data ?? NO_NAMES
}

const NO_NAMES: ReadonlyMap<string, string> = new Map()
