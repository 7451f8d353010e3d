import { Button, Loader } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { hasNoMember, organizationOf } from '../../api/organization.ts'
import { begin } from '../../api/session.ts'
import { redeem } from '../../api/sign-in.ts'
import { ProblemNotice } from '../../shared/ProblemNotice.tsx'
import { FirstOwner } from './FirstOwner.tsx'
import { SignInFrame } from './SignInFrame.tsx'

interface SignInLinkProps {
  token: string
  /** Shows the other ways to sign in. */
  refuse: () => void
}

/**
 * Sign-in by a one-time link. Asks for confirmation, because an attacker's link would sign the user
 * in to their team.
 */
export function SignInLink({ token, refuse }: SignInLinkProps) {
  const { data: offer, error } = useQuery({
    queryKey: ['sign-in link', token],
    queryFn: async () => {
      const key = await redeem(token)
      const [{ name }, isNew] = await Promise.all([organizationOf(key), hasNoMember(key)])
      return { key, team: name, isNew }
    },
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: 0,
  })
  const others = (
    <Button variant="default" onClick={refuse}>
      Sign in another way
    </Button>
  )
  if (error) {
    return (
      <SignInFrame title="Sign in to Fingerpost">
        <ProblemNotice error={error} />
        {others}
      </SignInFrame>
    )
  }
  if (!offer) {
    return (
      <SignInFrame title="Sign in to Fingerpost">
        <Loader type="dots" aria-label="Signing in" mx="auto" />
      </SignInFrame>
    )
  }
  const { key, team, isNew } = offer
  // Over plain HTTP, browsers keep the cookie of a session only for localhost.
  if (isNew && window.isSecureContext) return <FirstOwner apiKey={key} team={team} />
  return (
    <SignInFrame
      title={`Sign in to ${team}?`}
      lead={`This link signs you in to the team ${team}. Continue only if you requested it: everything you create will belong to this team.`}
    >
      <Button autoFocus onClick={() => begin(key)}>
        Sign in to {team}
      </Button>
      {others}
    </SignInFrame>
  )
}
