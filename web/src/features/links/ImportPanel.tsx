import { Modal } from '@mantine/core'
import { useState } from 'react'
import { useFocusBack } from '../../shared/focus-back.ts'
import { DropZone } from './DropZone.tsx'
import { ImportMapping } from './ImportMapping.tsx'
import { ImportProgress } from './ImportProgress.tsx'
import { useImport } from './import.queries.ts'
import type { Sheet } from './sheet.ts'

/** Import from a file: drop it, map its columns, follow the progress, and download failed rows. */
export function ImportPanel({ close }: { close: () => void }) {
  useFocusBack()
  const [sheet, setSheet] = useState<Sheet>()
  const { mutate, progress, error, isPending } = useImport()
  return (
    <Modal
      opened
      onClose={close}
      size="lg"
      title={sheet ? `Import ${sheet.name}` : 'Import links'}
      closeOnClickOutside={!isPending}
    >
      {!sheet && <DropZone open={setSheet} />}
      {sheet && !progress && (
        <ImportMapping sheet={sheet} start={(rows, target) => mutate({ rows, target })} />
      )}
      {progress && (
        <ImportProgress progress={progress} error={error} running={isPending} close={close} />
      )}
    </Modal>
  )
}
