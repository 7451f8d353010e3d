import { Button } from '@mantine/core'
import { lazy, Suspense, useState } from 'react'
import { text } from '#messages/links.ts'
import { useCan } from '../../api/me.ts'
import type { Filters } from '../../shared/filter-values.rules.ts'
import { DownIcon } from '../../shared/icons.tsx'

const load = () => import('./TransferActions.tsx')
const TransferActions = lazy(async () => ({ default: (await load()).TransferActions }))

/** Import from a file, and export of the filtered links; the menu is loaded when it is wanted. */
export function TransferMenu({ filters }: { filters: Filters }) {
  const writes = useCan()('link:write')
  const [wanted, setWanted] = useState(false)
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
  if (!wanted) return button
  return (
    <Suspense fallback={button}>
      <TransferActions filters={filters} />
    </Suspense>
  )
}
