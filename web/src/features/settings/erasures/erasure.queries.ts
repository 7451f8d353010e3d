import type { paths, Schemas } from '@fingerpost/client'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { api } from '../../../api/client.ts'
import { read } from '../../../api/problem.ts'

export type Erasure = Schemas['Erasure']
export type Preview = Schemas['ErasurePreview']
export type Criteria = paths['/erasure']['post']['requestBody']['content']['application/json']

export const ERASURES = ['erasure']
const LIMIT = 10
const RUNNING_MS = 2_000
const IDLE_MS = 60_000

/** One page of the erasures of the team, newest first; refetched often while one of them is running. */
export const useErasures = (page: number) =>
  useQuery({
    queryKey: [...ERASURES, page],
    queryFn: ({ signal }) =>
      read(api().GET('/erasure', { signal, params: { query: { page, limit: LIMIT } } })),
    placeholderData: keepPreviousData,
    refetchInterval: ({ state: { data } }) =>
      data?.items.some(({ state }) => state !== 'done') ? RUNNING_MS : IDLE_MS,
  })

export const previewErasure = (body: Criteria): Promise<Preview> =>
  read(api().POST('/erasure/preview', { body }))

export const createErasure = (body: Criteria): Promise<Erasure> =>
  read(api().POST('/erasure', { body }))
