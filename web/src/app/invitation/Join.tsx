import { Button, Text } from '@mantine/core'
import { useMutation } from '@tanstack/react-query'
import { text as frame } from '#messages/app.ts'
import { text } from '#messages/invitation.ts'
import type { Me } from '../../api/me.ts'
import { signOut } from '../../api/sign-in.ts'
import { ProblemNotice } from '../../shared/ProblemNotice.tsx'
import { join, openTeam, type Preview } from './invitation.queries.ts'

interface JoinProps {
  token: string
  invitation: Preview
  me: Me
}

/** Joining with the account that is signed in. Asked for: a link alone must not change anything. */
export function Join({ token, invitation: { organization }, me }: JoinProps) {
  const { mutate, error, isPending } = useMutation({
    mutationFn: () => join(token),
    onSuccess: () => openTeam(organization.id),
  })
  const other = useMutation({ mutationFn: () => signOut(location.pathname + location.hash) })
  const member = me.organizations.some(({ id }) => id === organization.id)
  return (
    <>
      <ProblemNotice error={error ?? other.error} />
      <Text size="sm">{member ? text.signedInAsMember(me.email) : text.signedInAs(me.email)}</Text>
      {member ? (
        <Button onClick={() => openTeam(organization.id)}>
          {frame.goToTeam(organization.name)}
        </Button>
      ) : (
        <Button autoFocus loading={isPending} onClick={() => mutate()}>
          {text.join(organization.name)}
        </Button>
      )}
      <Button variant="default" loading={other.isPending} onClick={() => other.mutate()}>
        {text.otherAccount}
      </Button>
    </>
  )
}
