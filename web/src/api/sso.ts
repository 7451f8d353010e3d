import { useQuery } from '@tanstack/react-query'
import { apiOfBrowser } from './client.ts'
import { read } from './problem.ts'

/** The ways to sign in that the operator allows. */
export const useSignInMethods = () =>
  useQuery({
    queryKey: ['sign-in-methods'],
    queryFn: ({ signal }) => read(apiOfBrowser().GET('/session/methods', { signal })),
    staleTime: Number.POSITIVE_INFINITY,
  })

/**
 * Leaves for the identity provider, which sends the browser back to this page. With an invitation,
 * signing in accepts it and leads to the start page. Throws a ProblemError.
 */
export async function startSso(invitation?: string): Promise<void> {
  const body = invitation ? { invitation } : { return_to: location.pathname + location.search }
  const { url } = await read(apiOfBrowser().POST('/session/sso', { body }))
  location.assign(url)
}
