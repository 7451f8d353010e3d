import type { Schemas } from '@fingerpost/client'
import { Button } from '@mantine/core'
import { useMutation } from '@tanstack/react-query'
import { useLocation } from 'wouter'
import { text } from '#messages/sign-in-link.ts'
import { apiWith } from '../../api/client.ts'
import { read } from '../../api/problem.ts'
import { begin } from '../../api/session.ts'
import { FIRST_PERSON } from '../../api/sign-in.ts'
import { ProblemNotice } from '../../shared/ProblemNotice.tsx'
import { SignInFrame } from './SignInFrame.tsx'

/** The first sign-in to a team without members: creates an account, or continues with the API key. */
export function FirstOwner({ apiKey, team }: { apiKey: string; team: Schemas['Organization'] }) {
  const [, navigate] = useLocation()
  const { mutate, isPending, error } = useMutation({
    mutationFn: () => read(apiWith(apiKey).POST('/invitation', { body: { role: 'owner' } })),
    onSuccess: ({ token }) => navigate(`/app/invitation#${token}`, { state: FIRST_PERSON }),
  })
  return (
    <SignInFrame once title={text.heading(team.name)} lead={text.nobodyYet}>
      <ProblemNotice error={error} />
      <Button autoFocus loading={isPending} onClick={() => mutate()}>
        {text.createAccount}
      </Button>
      <Button variant="default" onClick={() => begin(apiKey, team.id)}>
        {text.withoutAccount}
      </Button>
    </SignInFrame>
  )
}
