import type { Schemas } from '@fingerpost/client'
import { keepPreviousData, useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { api } from '../../api/client.ts'
import { read } from '../../api/problem.ts'

export type Domain = Schemas['Domain']
export type Proof = Schemas['ProvableDomain']['records'][number]
export type Pointing = Schemas['ProvableDomain']['pointing']

const LIMIT = 50

export const useDomainPage = (page: number) =>
  useQuery({
    queryKey: ['domain', 'list', page],
    queryFn: ({ signal }) =>
      read(api().GET('/domain', { signal, params: { query: { page, limit: LIMIT } } })),
    placeholderData: keepPreviousData,
  })

/** Adds a domain. Its links work once DNS verifies that it belongs to the team. */
export const claimDomain = (name: string) => read(api().POST('/domain', { body: { name } }))

export function saveDomain(
  id: number,
  body: Partial<Pick<Domain, 'slug_length' | 'allow_preview' | 'case_sensitive' | 'is_default'>> &
    Partial<Record<'root_url' | 'not_found_url' | 'expired_url', string | null>> & {
      forward_query?: 'merge' | 'override' | 'off'
    },
) {
  return read(api().PATCH('/domain/{id}', { params: { path: { id: `${id}` } }, body }))
}

/** Verifies a domain by DNS and returns the records found. */
export function useVerify(id: number) {
  const queries = useQueryClient()
  return useMutation({
    mutationFn: () =>
      read(api().POST('/domain/{id}/verify', { params: { path: { id: `${id}` } } })),
    onSuccess: () => queries.invalidateQueries({ queryKey: ['domain'] }),
  })
}

/** Deletes a domain. A domain with links is rejected. */
export const deleteDomain = (id: number) =>
  read(api().DELETE('/domain/{id}', { params: { path: { id: `${id}` } } }))
