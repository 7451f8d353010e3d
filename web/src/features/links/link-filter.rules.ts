import type { paths } from '@fingerpost/client'
import type { Filters } from '../../shared/filter-values.rules.ts'

type ListQuery = NonNullable<paths['/link']['get']['parameters']['query']>

/** The sort orders of the list, by their value in the URL. */
export const SORTS = {
  newest: { sort: 'created_at', order: 'desc' },
  oldest: { sort: 'created_at', order: 'asc' },
  clicks: { sort: 'clicks', order: 'desc' },
  'fewest-clicks': { sort: 'clicks', order: 'asc' },
  clicked: { sort: 'clicked_at', order: 'desc' },
  'longest-ago': { sort: 'clicked_at', order: 'asc' },
  title: { sort: 'title', order: 'asc' },
  slug: { sort: 'slug', order: 'asc' },
  'slug-back': { sort: 'slug', order: 'desc' },
} as const
export type Sort = keyof typeof SORTS

export const sortOf = ({ sort = '' }: Filters): Sort =>
  Object.hasOwn(SORTS, sort) ? (sort as Sort) : 'newest'

/** The next sort order when a column header is pressed: its first order, the other, and none. */
export function nextSort(column: (typeof SORTS)[Sort]['sort'], filters: Filters): string {
  const orders = Object.entries(SORTS).filter(([, { sort }]) => sort === column)
  const at = orders.findIndex(([name]) => name === sortOf(filters))
  return orders[at + 1]?.[0] ?? ''
}

const STATUSES = ['active', 'expired'] as const

/** The filters in the URL as API parameters. Invalid values are omitted. */
export function toListQuery(filters: Filters): ListQuery {
  const { sort, order } = SORTS[sortOf(filters)]
  const { search, domain, folder, tags, status } = filters
  const known = STATUSES.find((it) => it === status)
  const tag_id = tags?.split(',').filter(isId).map(Number) ?? []
  return {
    sort,
    order,
    ...(search && { search }),
    ...(isId(domain) && { domain_id: Number(domain) }),
    ...((isId(folder) || folder === '0') && { folder_id: Number(folder) }),
    ...(tag_id.length > 0 && { tag_id }),
    ...(known && { status: known }),
    ...(status === 'locked' && { has_password: true }),
  }
}

const isId = (text: string | undefined): text is string => /^[1-9]\d{0,15}$/.test(text ?? '')

/** Whether any filter is set, so that an empty list is explained differently. */
export const isFiltered = (filters: Filters): boolean =>
  ['search', 'domain', 'folder', 'tags', 'status'].some((name) => filters[name])
