import { MutationCache, QueryCache, QueryClient } from '@tanstack/react-query'
import { limitedMs } from '../api/limit.ts'
import { ME } from '../api/me.ts'
import { ProblemError } from '../api/problem.ts'
import { onForget } from '../api/session.ts'

/** Only temporary failures are retried. */
const passing = (error: unknown) =>
  error instanceof ProblemError && [0, 502, 503, 504].includes(error.problem.status)

/** Queries above the rate limit wait until the API accepts them again. */
const isLimited = (error: unknown): error is ProblemError =>
  error instanceof ProblemError && error.problem.status === 429

/** Reads the memberships again when the person was removed from the team that is shown. */
const onError = (error: Error) => {
  if (error instanceof ProblemError && error.problem.code === 'not_a_member') {
    void queryClient.invalidateQueries({ queryKey: ME })
  }
}

export const queryClient = new QueryClient({
  queryCache: new QueryCache({ onError }),
  mutationCache: new MutationCache({ onError }),
  defaultOptions: {
    queries: {
      staleTime: 10_000,
      retry: (failures, error) => isLimited(error) || (failures < 2 && passing(error)),
      retryDelay: (failures, error) =>
        isLimited(error) ? limitedMs(error.retryAfterSeconds) : 1_000 * 2 ** failures,
    },
    // Offline, a change fails in its form at once instead of being sent later.
    mutations: { retry: false, networkMode: 'always' },
  },
})

onForget(() => {
  void queryClient.cancelQueries()
  queryClient.setQueryData(ME, null)
  queryClient.removeQueries({ predicate: ({ queryKey }) => queryKey[0] !== ME[0] })
})
