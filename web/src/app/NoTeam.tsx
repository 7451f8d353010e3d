import { Button, Group, Stack, Text } from '@mantine/core'
import { useState } from 'react'
import { usePerson } from '../api/me.ts'
import { addressOfTeam } from '../api/team.ts'
import { signOutOrTell } from '../shared/sign-out.ts'
import { NewTeam } from './NewTeam.tsx'
import { SignInFrame } from './sign-in/SignInFrame.tsx'

/** For a person without a team, or at the address of a team that is not theirs. */
export function NoTeam() {
  const { email, organizations = [], can_create_organization } = usePerson() ?? {}
  const [creating, setCreating] = useState(false)
  const some = organizations.length > 0
  return (
    <SignInFrame
      title={some ? 'You are not a member of this team' : 'You are not a member of a team'}
      lead={`You are signed in as ${email}. ${ASK}`}
    >
      <Stack gap="xs">
        {organizations.map(({ id, name }) => (
          <Button key={id} component="a" href={addressOfTeam(id)} variant="default">
            <Text span className="clip">
              Go to {name}
            </Text>
          </Button>
        ))}
        {can_create_organization && <Button onClick={() => setCreating(true)}>New team</Button>}
      </Stack>
      <Group>
        <Button variant="default" onClick={signOutOrTell}>
          Sign out
        </Button>
      </Group>
      {creating && <NewTeam close={() => setCreating(false)} />}
    </SignInFrame>
  )
}

const ASK = 'An owner or admin of the team can invite you.'
