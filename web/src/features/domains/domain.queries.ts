import type { Schemas } from '@fingerpost/client'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { api } from '../../api/client.ts'
import { read } from '../../api/problem.ts'
import { useList } from '../../shared/list.ts'

export type Domain = Schemas['Domain']
export type Proof = Schemas['ProvableDomain']['records'][number]
export type Pointing = Schemas['ProvableDomain']['pointing']

export const useDomainList = () =>
  useList({
    queryKey: ['domain'],
    load: ({ search: _, ...query }, signal) =>
      read(api().GET('/domain', { signal, params: { query } })),
  })

/** Adds a domain. Its links work once DNS verifies that it belongs to the team. */
export const claimDomain = (name: string) => read(api().POST('/domain', { body: { name } }))

type Url = 'root_url' | 'not_found_url' | 'expired_url'

export type DomainForm = Pick<
  Domain,
  'slug_length' | 'forward_query' | 'is_default' | 'case_sensitive' | 'allow_preview'
> &
  Record<Url, string>

/** Saves the settings of a domain; without a URL, the default page is shown. */
export const saveDomain = (id: number, form: DomainForm) =>
  read(
    api().PATCH('/domain/{id}', {
      params: { path: { id: `${id}` } },
      body: {
        ...form,
        root_url: form.root_url || null,
        not_found_url: form.not_found_url || null,
        expired_url: form.expired_url || null,
      },
    }),
  )

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
