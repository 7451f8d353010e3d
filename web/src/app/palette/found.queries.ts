import type { Schemas } from '@fingerpost/client'
import { useDebouncedValue } from '@mantine/hooks'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { api } from '../../api/client.ts'
import { useCan } from '../../api/me.ts'
import { read } from '../../api/problem.ts'

export type Link = Schemas['Link']

const TYPING_MS = 120
/** Enough to rank links by their slug; few of them are shown. */
const LINKS = 50
const NAMED = 10

/**
 * Links, folders, tags, domains and saved views that match what is typed. `pending` until the results are those
 * of the current text; until then, they are those of an earlier one.
 */
export function useFound(typed: string) {
  const can = useCan()
  const [search] = useDebouncedValue(typed, TYPING_MS)
  const catalog = can('catalog:read')
  const links = useQuery({
    queryKey: ['link', 'found', search],
    queryFn: ({ signal }) => {
      const query = { search, limit: LINKS, sort: 'clicks', order: 'desc', favicon: true } as const
      return read(api().GET('/link', { signal, params: { query } }))
    },
    placeholderData: keepPreviousData,
    enabled: search !== '' && can('link:read'),
  })
  const folders = useNamed('folder', search, catalog)
  const tags = useNamed('tag', search, catalog)
  const domains = useNamed('domain', search, catalog)
  const views = useNamed('view', search, catalog)
  const all = [links, folders, tags, domains, views]
  return {
    links: links.data?.items ?? [],
    folders: folders.data?.items ?? [],
    tags: tags.data?.items ?? [],
    domains: domains.data?.items ?? [],
    views: views.data?.items ?? [],
    pending: typed !== search || all.some((it) => it.isLoading || it.isPlaceholderData),
    error: links.error,
  }
}

type Kind = 'folder' | 'tag' | 'domain' | 'view'
type Named<K extends Kind> = K extends 'view' ? Schemas['View'] : { id: number; name: string }

const useNamed = <K extends Kind>(kind: K, search: string, allowed: boolean) =>
  useQuery({
    queryKey: [kind, 'found', search],
    queryFn: async ({ signal }) => {
      const query = { search, limit: NAMED, sort: 'name' } as const
      const found = await read(api().GET(`/${kind as Kind}`, { signal, params: { query } }))
      return found as { items: Named<K>[] }
    },
    placeholderData: keepPreviousData,
    enabled: search !== '' && allowed,
  })
