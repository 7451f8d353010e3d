import { Button } from '@mantine/core'
import { useMutation } from '@tanstack/react-query'
import { useLocation } from 'wouter'
import { apiWith } from '../../api/client.ts'
import { read } from '../../api/problem.ts'
import { begin } from '../../api/session.ts'
import { ProblemNotice } from '../../shared/ProblemNotice.tsx'
import { SignInFrame } from './SignInFrame.tsx'

/** The first sign-in to a team without members: creates an account, or continues with the API key. */
export function FirstOwner({ apiKey, team }: { apiKey: string; team: string }) {
  const [, navigate] = useLocation()
  const { mutate, isPending, error } = useMutation({
    mutationFn: () => read(apiWith(apiKey).POST('/invitation', { body: { role: 'owner' } })),
    onSuccess: ({ token }) => navigate(`/app/invitation#${token}`),
  })
  return (
    <SignInFrame
      title={`Welcome to ${team}`}
      lead="Nobody has an account in this team yet. Create yours as its owner, or sign in without one, with the API key of the team. Continue only if you requested this link: everything you create will belong to this team."
    >
      <ProblemNotice error={error} />
      <Button autoFocus loading={isPending} onClick={() => mutate()}>
        Create your account
      </Button>
      <Button variant="default" onClick={() => begin(apiKey)}>
        Continue without an account
      </Button>
    </SignInFrame>
  )
}
