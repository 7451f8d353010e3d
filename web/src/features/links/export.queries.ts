import { api } from '../../api/client.ts'
import { read } from '../../api/problem.ts'
import type { Filters } from '../../shared/filter-values.rules.ts'
import type { Change } from './bulk.queries.ts'
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

/** The maximum in the API. */
const EXPORTED_AT_ONCE = 500

/** An action that collects the lines of links as CSV, and their file. */
export function csvOf(): { change: Change; file: () => Blob } {
  const parts: string[] = []
  const collect = async (ids: string[]) => {
    const query = { link_id: ids.map(Number), format: 'csv' } as const
    const options = { params: { query }, parseAs: 'text' } as const
    const text = (await read(api().GET('/link/export', options))) as string
    const lines = text.indexOf('\r\n') + 2
    parts.push(parts.length === 0 ? text : text.slice(lines))
    return { missing: [] }
  }
  return {
    change: Object.assign(collect, { size: EXPORTED_AT_ONCE }),
    file: () => new Blob(parts, { type: 'text/csv' }),
  }
}

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
      const { id, domain, slug, clicks } = JSON.parse(line) as Link
      named.push({ id, domain, slug, clicks })
    }
  }
}
