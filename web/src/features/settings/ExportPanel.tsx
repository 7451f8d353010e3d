import { Button, Text, Title } from '@mantine/core'
import { text } from '#messages/settings.ts'
import { api } from '../../api/client.ts'
import { read } from '../../api/problem.ts'
import { useExport } from '../../shared/exporting.ts'
import { DownloadIcon } from '../../shared/icons.tsx'
import { Panel } from '../../shared/Panel.tsx'

/** Downloads all data of the team, for another instance. */
export function ExportPanel({ teamId }: { teamId: string }) {
  const [exporting, hand] = useExport()
  return (
    <Panel>
      <Title order={2} size="h4" mb={4}>
        {text.export.title}
      </Title>
      <Text size="sm" c="dimmed" mb="sm">
        {text.export.means}
      </Text>
      <Button
        variant="default"
        leftSection={<DownloadIcon />}
        loading={exporting}
        onClick={() => hand(`team-${teamId}.zip`, exportTeam())}
      >
        {text.export.action}
      </Button>
    </Panel>
  )
}

const exportTeam = (): Promise<unknown> =>
  read(api().GET('/organization/export', { parseAs: 'blob' }))
