import { Button } from '@mantine/core'
import { lazy, Suspense, useState } from 'react'
import { text } from '#messages/links.ts'
import { useCan } from '../../api/me.ts'
import type { Filters } from '../../shared/filter-values.rules.ts'
import { DownIcon } from '../../shared/icons.tsx'
import { useOpened } from '../../shared/opened.ts'

const load = () => import('./TransferActions.tsx')
const ImportPanel = lazy(async () => ({ default: (await import('./ImportPanel.tsx')).ImportPanel }))
const TransferActions = lazy(async () => ({ default: (await load()).TransferActions }))

/** Import from a file, and export of the filtered links; the menu is loaded when it is wanted. */
export function TransferMenu({ filters }: { filters: Filters }) {
  const writes = useCan()('link:write')
  const [wanted, setWanted] = useState(false)
  // By the command palette.
  const [importing, setImporting] = useOpened('import')
  const button = (
    <Button
      variant="default"
      aria-haspopup="menu"
      rightSection={<DownIcon size={14} />}
      onPointerEnter={load}
      onClick={() => setWanted(true)}
    >
      {writes ? text.importExport : text.export}
    </Button>
  )
  return (
    <>
      {wanted ? (
        <Suspense fallback={button}>
          <TransferActions filters={filters} />
        </Suspense>
      ) : (
        button
      )}
      <Suspense>{importing && <ImportPanel close={() => setImporting(false)} />}</Suspense>
    </>
  )
}
