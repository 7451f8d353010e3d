import { keepPreviousData, type QueryKey, useQuery } from '@tanstack/react-query'
import { useState } from 'react'

const LIMIT = 50

interface PageOf<Item> {
  items: Item[]
  total: number
  limit: number
}

/** A list that is shown page by page. */
export interface List<Item> {
  /** The present page; undefined until it is loaded. */
  data: PageOf<Item> | undefined
  error: Error | null
  refetch: () => unknown
  /** The first is 1. */
  page: number
  setPage: (page: number) => void
  search: string
  setSearch: (search: string) => void
}

interface ListOptions<Item> {
  queryKey: QueryKey
  load: (
    query: { page: number; limit: typeof LIMIT; search: string },
    signal: AbortSignal,
  ) => Promise<PageOf<Item>>
  staleTime?: number
}

/** The pages of a list. Shows the page before until the next one is loaded. */
export function useList<Item>({ queryKey, load, ...options }: ListOptions<Item>): List<Item> {
  const [page, setPage] = useState(1)
  const [search, setSearch] = useState('')
  const { data, error, refetch } = useQuery({
    queryKey: [...queryKey, 'list', search, page],
    queryFn: ({ signal }) => load({ page: page - 1, limit: LIMIT, search }, signal),
    ...options,
    placeholderData: keepPreviousData,
  })
  // The last item of the last page may have been deleted.
  const pages = data ? Math.max(Math.ceil(data.total / data.limit), 1) : page
  if (page > pages) setPage(pages)
  return {
    data,
    error,
    refetch,
    page,
    setPage,
    search,
    setSearch(words) {
      setSearch(words)
      setPage(1)
    },
  }
}
