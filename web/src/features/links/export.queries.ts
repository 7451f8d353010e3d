import { api } from '../../api/client.ts'
import { read } from '../../api/problem.ts'
import type { Filters } from '../../shared/filter-values.rules.ts'
import type { Link } from './link.queries.ts'
import { toListQuery } from './link-filter.rules.ts'
import type { Named } from './selection.rules.ts'

const exportQuery = (filters: Filters, format: 'csv' | 'ndjson') => {
  const { sort: _sort, order: _order, ...query } = toListQuery(filters)
  return { params: { query: { ...query, format } } }
}

/** All links of a filter as a file. */
export const exportLinks = (filters: Filters, format: 'csv' | 'ndjson'): Promise<unknown> =>
  read(api().GET('/link/export', { ...exportQuery(filters, format), parseAs: 'blob' }))

/** Every link of a filter, with one request however many they are. */
export async function namesOfAll(filters: Filters): Promise<Named[]> {
  const options = { ...exportQuery(filters, 'ndjson'), parseAs: 'stream' } as const
  const reader = (await read(api().GET('/link/export', options)))?.getReader()
  const decoder = new TextDecoder()
  const named: Named[] = []
  let rest = ''
  for (;;) {
    const { done = true, value } = (await reader?.read()) ?? {}
    if (done) return named
    const lines = (rest + decoder.decode(value, { stream: true })).split('\n')
    rest = lines.pop() ?? ''
    for (const line of lines) {
      const { id, domain, slug } = JSON.parse(line) as Link
      named.push({ id, domain, slug })
    }
  }
}
