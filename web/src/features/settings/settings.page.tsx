import {
  Button,
  Group,
  SegmentedControl,
  Stack,
  Text,
  Title,
  useMantineColorScheme,
} from '@mantine/core'
import { useOrganization } from '../../api/organization.ts'
import { forget } from '../../api/session.ts'
import { LeaveIcon } from '../../shared/icons.tsx'
import { PageHeader } from '../../shared/PageHeader.tsx'
import { Panel } from '../../shared/Panel.tsx'
import { ProblemNotice } from '../../shared/ProblemNotice.tsx'
import { TeamPanel } from './TeamPanel.tsx'

const SCHEMES = [
  { value: 'auto', label: 'System' },
  { value: 'light', label: 'Light' },
  { value: 'dark', label: 'Dark' },
]

export function Page() {
  const { data: team, error } = useOrganization()
  const { colorScheme, setColorScheme } = useMantineColorScheme()
  return (
    <Stack maw={640}>
      <PageHeader title="Settings" lead={team?.name} />
      <ProblemNotice error={error} />
      {team && <TeamPanel team={team} />}
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
          The API key is kept in this tab until you close it.
        </Text>
        <Group>
          <Button variant="default" leftSection={<LeaveIcon />} onClick={() => forget()}>
            Sign out
          </Button>
        </Group>
      </Panel>
    </Stack>
  )
}
