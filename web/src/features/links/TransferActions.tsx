import { Button, Menu } from '@mantine/core'
import { lazy, Suspense, useState } from 'react'
import { useCan } from '../../api/me.ts'
import { useExport } from '../../shared/exporting.ts'
import type { Filters } from '../../shared/filter-values.rules.ts'
import { DownIcon, DownloadIcon, HistoryIcon, UploadIcon } from '../../shared/icons.tsx'
import { exportLinks } from './export.queries.ts'
import { type LastImport, lastImport } from './last-import.ts'

const ImportPanel = lazy(async () => ({ default: (await import('./ImportPanel.tsx')).ImportPanel }))

/** The open menu of import and export. */
export function TransferActions({ filters }: { filters: Filters }) {
  const writes = useCan()('link:write')
  const [importing, setImporting] = useState<{ last?: LastImport | undefined }>()
  const [exporting, hand] = useExport()
  const exportAs = (format: 'csv' | 'ndjson') =>
    hand(`links.${format}`, exportLinks(filters, format))

  const last = lastImport()
  return (
    <>
      <Menu position="bottom-end" withinPortal defaultOpened>
        <Menu.Target>
          <Button variant="default" loading={exporting} rightSection={<DownIcon size={14} />}>
            {writes ? 'Import / export' : 'Export'}
          </Button>
        </Menu.Target>
        <Menu.Dropdown>
          {writes && (
            <Menu.Item leftSection={<UploadIcon />} onClick={() => setImporting({})}>
              Import from a file
            </Menu.Item>
          )}
          {writes && last && (
            <Menu.Item leftSection={<HistoryIcon />} onClick={() => setImporting({ last })}>
              Undo import of {last.name}…
            </Menu.Item>
          )}
          <Menu.Item leftSection={<DownloadIcon />} onClick={() => exportAs('csv')}>
            Export as CSV
          </Menu.Item>
          <Menu.Item leftSection={<DownloadIcon />} onClick={() => exportAs('ndjson')}>
            Export as JSON lines
          </Menu.Item>
        </Menu.Dropdown>
      </Menu>
      <Suspense>
        {importing && <ImportPanel {...importing} close={() => setImporting(undefined)} />}
      </Suspense>
    </>
  )
}
