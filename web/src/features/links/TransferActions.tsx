import { Button, Menu } from '@mantine/core'
import { lazy, Suspense, useState } from 'react'
import { text as words } from '#messages/links.ts'
import { text } from '#messages/links-transfer.ts'
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
            {writes ? words.importExport : words.export}
          </Button>
        </Menu.Target>
        <Menu.Dropdown>
          {writes && (
            <Menu.Item leftSection={<UploadIcon />} onClick={() => setImporting({})}>
              {text.import}
            </Menu.Item>
          )}
          {writes && last && (
            <Menu.Item leftSection={<HistoryIcon />} onClick={() => setImporting({ last })}>
              {text.undoImport(last.name)}
            </Menu.Item>
          )}
          <Menu.Item leftSection={<DownloadIcon />} onClick={() => exportAs('csv')}>
            {text.exportCsv}
          </Menu.Item>
          <Menu.Item leftSection={<DownloadIcon />} onClick={() => exportAs('ndjson')}>
            {text.exportJson}
          </Menu.Item>
        </Menu.Dropdown>
      </Menu>
      <Suspense>
        {importing && <ImportPanel {...importing} close={() => setImporting(undefined)} />}
      </Suspense>
    </>
  )
}
