import { Button, Group, Stack, Text } from '@mantine/core'
import { useState } from 'react'
import { text as frame } from '#messages/app.ts'
import { text as words } from '#messages/shared.ts'
import { text } from '#messages/team.ts'
import { usePerson } from '../api/me.ts'
import { addressOfTeam } from '../api/team.ts'
import { signOutOrTell } from '../shared/sign-out.ts'
import { NewTeam } from './NewTeam.tsx'
import { SignInFrame } from './sign-in/SignInFrame.tsx'

/** For a person without a team, or at the address of a team that is not theirs. */
export function NoTeam() {
  const { email = '', organizations = [], can_create_organization } = usePerson() ?? {}
  const [creating, setCreating] = useState(false)
  const some = organizations.length > 0
  return (
    <SignInFrame
      title={some ? text.notInThisTeam : text.notInAnyTeam}
      lead={text.signedInAs(email)}
    >
      <Stack gap="xs">
        {organizations.map(({ id, name }) => (
          <Button key={id} component="a" href={addressOfTeam(id)} variant="default">
            <Text span inherit className="clip">
              {frame.goToTeam(name)}
            </Text>
          </Button>
        ))}
        {can_create_organization && (
          <Button onClick={() => setCreating(true)}>{frame.newTeam}</Button>
        )}
      </Stack>
      <Group>
        <Button variant="default" onClick={signOutOrTell}>
          {words.signOut}
        </Button>
      </Group>
      {creating && <NewTeam close={() => setCreating(false)} />}
    </SignInFrame>
  )
}
