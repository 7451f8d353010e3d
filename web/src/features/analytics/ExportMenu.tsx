import { Button, Menu } from '@mantine/core'
import { text } from '#messages/analytics.ts'
import { api } from '../../api/client.ts'
import { read } from '../../api/problem.ts'
import { useExport } from '../../shared/exporting.ts'
import { DownIcon, DownloadIcon } from '../../shared/icons.tsx'
import type { View } from './analytics.queries.ts'

/** Downloads the clicks of a view as a file. */
export function ExportMenu({ view }: { view: View }) {
  const [exporting, hand] = useExport()
  const exportAs = (format: 'csv' | 'ndjson') => {
    const params = { query: { ...view, format } }
    hand(`clicks.${format}`, read(api().GET('/analytics/export', { params, parseAs: 'blob' })))
  }

  return (
    <Menu position="bottom-end">
      <Menu.Target>
        <Button variant="default" loading={exporting} rightSection={<DownIcon size={14} />}>
          {text.export}
        </Button>
      </Menu.Target>
      <Menu.Dropdown>
        <Menu.Item leftSection={<DownloadIcon />} onClick={() => exportAs('csv')}>
          {text.asCsv}
        </Menu.Item>
        <Menu.Item leftSection={<DownloadIcon />} onClick={() => exportAs('ndjson')}>
          {text.asJsonLines}
        </Menu.Item>
      </Menu.Dropdown>
    </Menu>
  )
}
