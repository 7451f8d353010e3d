import { Button, Loader, Text } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { text } from '#messages/sign-in-link.ts'
import { hasNoMember, organizationOf } from '../../api/organization.ts'
import { problemOf } from '../../api/problem.ts'
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
      const [team, isNew] = await Promise.all([organizationOf(key), hasNoMember(key)])
      return { key, team, isNew }
    },
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: 0,
  })
  const others = (
    <Button variant="default" onClick={refuse}>
      {text.anotherWay}
    </Button>
  )
  if (error) {
    return (
      <SignInFrame once title={text.title}>
        <ProblemNotice error={error} />
        {problemOf(error).code === 'invalid_sign_in' && <Text size="sm">{text.another}</Text>}
        {others}
      </SignInFrame>
    )
  }
  if (!offer) {
    return (
      <SignInFrame once title={text.title}>
        <Loader type="dots" role="status" aria-label={text.signingIn} mx="auto" />
      </SignInFrame>
    )
  }
  const { key, team, isNew } = offer
  const { id, name } = team
  // Over plain HTTP, browsers keep the cookie of a session only for localhost.
  if (isNew && window.isSecureContext) return <FirstOwner apiKey={key} team={team} />
  return (
    <SignInFrame once title={text.toTeamAsked(name)} lead={text.onlyIfRequested(name)}>
      <Button autoFocus onClick={() => begin(key, id)}>
        {text.toTeam(name)}
      </Button>
      {others}
    </SignInFrame>
  )
}
