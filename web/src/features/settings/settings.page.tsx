import {
  Button,
  Group,
  SegmentedControl,
  Stack,
  Text,
  Title,
  useMantineColorScheme,
} from '@mantine/core'
import { usePerson } from '../../api/me.ts'
import { useOrganization } from '../../api/organization.ts'
import { Editable } from '../../shared/Editable.tsx'
import { LeaveIcon } from '../../shared/icons.tsx'
import { PageHeader } from '../../shared/PageHeader.tsx'
import { Panel } from '../../shared/Panel.tsx'
import { ProblemNotice } from '../../shared/ProblemNotice.tsx'
import { signOutOrTell } from '../../shared/sign-out.ts'
import { TeamPanel } from './TeamPanel.tsx'

const SCHEMES = [
  { value: 'auto', label: 'System' },
  { value: 'light', label: 'Light' },
  { value: 'dark', label: 'Dark' },
]

export function Page() {
  const { data: team, error } = useOrganization()
  const person = usePerson()
  const { colorScheme, setColorScheme } = useMantineColorScheme()
  return (
    <Stack maw={640}>
      <PageHeader title="Settings" lead={team?.name} />
      <ProblemNotice error={error} />
      {team && (
        <Editable scope="member:write">
          <TeamPanel team={team} />
        </Editable>
      )}
      <Panel>
        <Title order={2} size="h4" mb="xs">
          Appearance
        </Title>
        <SegmentedControl
          aria-label="Appearance"
          data={SCHEMES}
          value={colorScheme}
          onChange={(scheme) => setColorScheme(scheme as typeof colorScheme)}
        />
      </Panel>
      <Panel>
        <Title order={2} size="h4" mb={4}>
          This session
        </Title>
        <Text size="sm" c="dimmed" mb="sm">
          {person
            ? `You are signed in as ${person.email}.`
            : 'The API key is kept in this tab until you close it.'}
        </Text>
        <Group>
          <Button variant="default" leftSection={<LeaveIcon />} onClick={signOutOrTell}>
            Sign out
          </Button>
        </Group>
      </Panel>
    </Stack>
  )
}
