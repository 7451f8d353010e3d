import { Button, Menu } from '@mantine/core'
import { notifications } from '@mantine/notifications'
import { useState } from 'react'
import { api } from '../../api/client.ts'
import { problemOf, read } from '../../api/problem.ts'
import { download } from '../../shared/download.ts'
import { DownIcon, DownloadIcon } from '../../shared/icons.tsx'
import type { View } from './analytics.queries.ts'

/** The clicks of a view as a file. */
export function ExportMenu({ view }: { view: View }) {
  const [exporting, setExporting] = useState(false)

  async function exportAs(format: 'csv' | 'ndjson') {
    setExporting(true)
    try {
      const params = { query: { ...view, format } }
      const content = await read(api().GET('/analytics/export', { params, parseAs: 'blob' }))
      download(content as Blob, `clicks.${format}`)
    } catch (error) {
      const { detail: message } = problemOf(error)
      notifications.show({ color: 'red', title: 'Not exported', message })
    } finally {
      setExporting(false)
    }
  }

  return (
    <Menu position="bottom-end">
      <Menu.Target>
        <Button variant="default" loading={exporting} rightSection={<DownIcon size={14} />}>
          Export
        </Button>
      </Menu.Target>
      <Menu.Dropdown>
        <Menu.Item leftSection={<DownloadIcon />} onClick={() => exportAs('csv')}>
          Clicks as CSV
        </Menu.Item>
        <Menu.Item leftSection={<DownloadIcon />} onClick={() => exportAs('ndjson')}>
          Clicks as JSON lines
        </Menu.Item>
      </Menu.Dropdown>
    </Menu>
  )
}
