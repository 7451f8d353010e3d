import { QueryClient } from '@tanstack/react-query'
import { ProblemError } from '../api/problem.ts'
import { onForget } from '../api/session.ts'

/** Only temporary failures are retried. */
const passing = (error: unknown) =>
  error instanceof ProblemError && [0, 502, 503, 504].includes(error.problem.status)

export const queryClient = new QueryClient({
  defaultOptions: {
    queries: { staleTime: 10_000, retry: (failures, error) => failures < 2 && passing(error) },
    mutations: { retry: false },
  },
})

onForget(() => queryClient.clear())
