import {
  Button,
  Group,
  SegmentedControl,
  Stack,
  Text,
  Title,
  useMantineColorScheme,
} from '@mantine/core'
import { text } from '#messages/settings.ts'
import { text as words } from '#messages/shared.ts'
import { useCan, usePerson } from '../../api/me.ts'
import { useOrganization } from '../../api/organization.ts'
import { Editable } from '../../shared/Editable.tsx'
import { filled } from '../../shared/filled.tsx'
import { LeaveIcon } from '../../shared/icons.tsx'
import { LanguageSelect } from '../../shared/LanguageSelect.tsx'
import { PageHeader } from '../../shared/PageHeader.tsx'
import { Panel } from '../../shared/Panel.tsx'
import { ProblemNotice } from '../../shared/ProblemNotice.tsx'
import { signOutOrTell } from '../../shared/sign-out.ts'
import { ExportPanel } from './ExportPanel.tsx'
import { ErasurePanel } from './erasures/ErasurePanel.tsx'
import { RetentionPanel } from './RetentionPanel.tsx'
import { TeamPanel } from './TeamPanel.tsx'

const SCHEMES = [
  { value: 'auto', label: text.system },
  { value: 'light', label: text.light },
  { value: 'dark', label: text.dark },
]

export function Page() {
  const { data: team, error } = useOrganization()
  const person = usePerson()
  const can = useCan()
  const [erases, exports] = [can('click:erase'), can('key:manage')]
  const { colorScheme, setColorScheme } = useMantineColorScheme()
  return (
    <Stack maw={640}>
      <PageHeader title={text.title} lead={team?.name} />
      <ProblemNotice error={error} />
      {team && (
        <>
          <Editable scope="team:write">
            <TeamPanel team={team} />
          </Editable>
          <Editable scope="team:write" quiet>
            <RetentionPanel team={team} />
          </Editable>
        </>
      )}
      <Panel>
        <Title order={2} size="h4" mb="xs">
          {text.appearance}
        </Title>
        <Stack align="flex-start">
          <SegmentedControl
            aria-label={text.appearance}
            data={SCHEMES}
            value={colorScheme}
            onChange={(scheme) => setColorScheme(scheme as typeof colorScheme)}
          />
          <LanguageSelect />
        </Stack>
      </Panel>
      {team && exports && <ExportPanel teamId={team.id} />}
      {team && erases && <ErasurePanel />}
      <Panel>
        <Title order={2} size="h4" mb={4}>
          {text.session}
        </Title>
        <Text size="sm" c="dimmed" mb="sm">
          {person ? filled(text.signedInAs, { email: person.email }) : text.keyIsStored}
        </Text>
        <Group>
          <Button variant="default" leftSection={<LeaveIcon />} onClick={signOutOrTell}>
            {words.signOut}
          </Button>
        </Group>
      </Panel>
    </Stack>
  )
}
