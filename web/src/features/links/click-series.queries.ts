import { useQueries } from '@tanstack/react-query'
import { api } from '../../api/client.ts'
import { read } from '../../api/problem.ts'
import type { Counts } from '../analytics/measure.rules.ts'
import { fill, stepsOf } from '../analytics/series.rules.ts'
import { lastDays } from './spark.rules.ts'

/** The counts of each of the last thirty days by link id, oldest first. */
export type ClickSeries = Readonly<Record<string, Counts>>

/** The recent clicks of links, with one request per group of at most 100 links. */
export const useClickSeries = (groups: readonly (readonly string[])[]) =>
  useQueries({
    queries: groups.map((ids) => ({
      queryKey: ['series', ids],
      queryFn: async ({ signal }: { signal: AbortSignal }): Promise<ClickSeries> => {
        const range = lastDays(Date.now())
        const query = {
          link_ids: ids.join(','),
          period: `${range.from},${range.to}`,
          interval: 'day',
        } as const
        const answer = await read(api().GET('/analytics/series', { signal, params: { query } }))
        const steps = stepsOf(range, 'day')
        const filled = Object.entries(answer).map(([id, counts]): [string, Counts] => [
          id,
          fill(counts, steps, 'day'),
        ])
        return Object.fromEntries(filled)
      },
      enabled: ids.length > 0,
      staleTime: 10_000,
      refetchInterval: 60_000,
    })),
    combine: (answers): ClickSeries => Object.assign({}, ...answers.map(({ data }) => data)),
  })
