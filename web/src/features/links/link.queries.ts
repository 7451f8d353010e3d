import type { Schemas } from '@fingerpost/client'
import {
  keepPreviousData,
  type QueryClient,
  useQueries,
  useQuery,
  useQueryClient,
} from '@tanstack/react-query'
import { api } from '../../api/client.ts'
import { read } from '../../api/problem.ts'
import type { Filters } from '../../shared/filter-values.rules.ts'
import { LIST_FIELDS } from './destination.rules.ts'
import { toListQuery } from './link-filter.rules.ts'
import { type LinkForm, toCreateBody, toLists, toUpdateBody } from './link-form.rules.ts'

export type Link = Schemas['Link']

/** Rows per request. */
export const PAGE_ROWS = 100

/** Short, so that a click made just now is visible. */
const FRESH_MS = 2_000
const LOOK_AGAIN_MS = 10_000

const pageOf = (filters: Filters, page: number) => ({
  queryKey: ['link', 'list', toListQuery(filters), page],
  queryFn: ({ signal }: { signal: AbortSignal }) => {
    const query = { ...toListQuery(filters), page, limit: PAGE_ROWS, favicon: true } as const
    return read(api().GET('/link', { signal, params: { query } }))
  },
  staleTime: FRESH_MS,
})

/** The first page of the filtered list; until it is loaded, that of the previous filters. */
export const useFirstPage = (filters: Filters) =>
  useQuery({ ...pageOf(filters, 0), placeholderData: keepPreviousData })

/** Pages of the filtered list, loaded while visible and refreshed periodically. */
export const useLinkPages = (filters: Filters, pages: readonly number[]) =>
  useQueries({
    queries: pages.map((page) => ({ ...pageOf(filters, page), refetchInterval: LOOK_AGAIN_MS })),
  })

/** The rows `from` to `to` of the filtered list, both included. */
export async function loadRows(
  queries: QueryClient,
  filters: Filters,
  from: number,
  to: number,
): Promise<Link[]> {
  const first = Math.floor(from / PAGE_ROWS)
  const rows: Link[] = []
  for (let page = first; page * PAGE_ROWS <= to; page++) {
    rows.push(...(await queries.fetchQuery(pageOf(filters, page))).items)
  }
  return rows.slice(from - first * PAGE_ROWS, to - first * PAGE_ROWS + 1)
}

/** A link; until it is loaded, as a list shows it. */
export function useLink(link_id: string) {
  const queries = useQueryClient()
  return useQuery({
    queryKey: ['link', 'one', link_id],
    placeholderData: () =>
      queries
        .getQueriesData<{ items: Link[] }>({ queryKey: ['link', 'list'] })
        .flatMap(([, page]) => page?.items ?? [])
        .find(({ id }) => id === link_id),
    queryFn: ({ signal }) =>
      read(
        api().GET('/link/{link_id}', {
          signal,
          params: { path: { link_id }, query: { favicon: true } },
        }),
      ),
  })
}

/** Whether a slug is available on a domain, or why not. Disabled without a slug. */
export const useSlugCheck = (domain_id: number, slug: string) =>
  useQuery({
    queryKey: ['slug', domain_id, slug],
    queryFn: ({ signal }) =>
      read(api().GET('/link/available', { signal, params: { query: { domain_id, slug } } })),
    enabled: slug !== '' && domain_id > 0,
    staleTime: 5_000,
  })

/** The title and icon of the page at a URL. Disabled without a URL. */
export const usePreview = (url: string | undefined) =>
  useQuery({
    queryKey: ['preview', url],
    queryFn: ({ signal }) =>
      read(api().GET('/link/preview', { signal, params: { query: { url: url ?? '' } } })),
    enabled: url !== undefined,
    retry: false,
    staleTime: 60_000,
  })

/** Saves the form, creating the link if it is new, and its lists of destinations. */
export function useSaveLink(before: Link | undefined, zone: string) {
  const queries = useQueryClient()
  return async (form: LinkForm, signal: AbortSignal): Promise<Link> => {
    try {
      let link = before
        ? await update(before, form, zone, signal)
        : await create(form, zone, signal)
      const path = { link_id: link.id }
      const lists = toLists(form)
      for (const field of LIST_FIELDS) {
        if (JSON.stringify(lists[field]) === JSON.stringify(link[field])) continue
        // The operations of all lists differ only in the values of their items.
        const list = `/link/{link_id}/${field}` as '/link/{link_id}/ab'
        const body = { items: lists[field] as never[] }
        link = await read(api().PUT(list, { params: { path }, body, signal }))
      }
      return link
    } finally {
      // Also after an error: some of the requests may have succeeded.
      await queries.invalidateQueries({ queryKey: ['link'] })
    }
  }
}

const create = (form: LinkForm, zone: string, signal: AbortSignal) =>
  read(api().POST('/link', { body: toCreateBody(form, zone), signal }))

const update = (before: Link, form: LinkForm, zone: string, signal: AbortSignal) =>
  read(
    api().PUT('/link/{link_id}', {
      params: { path: { link_id: before.id } },
      body: toUpdateBody(form, before, zone),
      signal,
    }),
  )
