import { Modal } from '@mantine/core'
import { useEffect, useState } from 'react'
import { text } from '#messages/links-import.ts'
import { useFocusBack } from '../../shared/focus-back.ts'
import { DropZone } from './DropZone.tsx'
import { ImportMapping } from './ImportMapping.tsx'
import { ImportProgress } from './ImportProgress.tsx'
import { useImport } from './import.queries.ts'
import type { LastImport } from './last-import.ts'
import type { Sheet } from './sheet.rules.ts'

interface ImportPanelProps {
  /** An import to show instead of a new one. */
  last?: LastImport | undefined
  close: () => void
}

/** Import from a file: drop it, map its columns, check it, follow its progress, and undo it. */
export function ImportPanel({ last, close }: ImportPanelProps) {
  useFocusBack()
  const [sheet, setSheet] = useState<Sheet>()
  const { mutate, progress, error, isPending } = useImport()
  useEffect(() => {
    if (last) mutate({ job: last.job })
  }, [last, mutate])
  const name = sheet?.file.name ?? last?.name
  return (
    <Modal
      opened
      onClose={close}
      size="lg"
      title={name ? text.titleOf(name) : text.title}
      closeOnClickOutside={!isPending}
    >
      {!name && <DropZone open={setSheet} />}
      {sheet && !progress && (
        <ImportMapping sheet={sheet} start={(plan) => mutate({ sheet, plan })} />
      )}
      {(progress || last) && (
        <ImportProgress
          progress={progress}
          header={sheet?.header}
          error={error}
          running={isPending}
          close={close}
        />
      )}
    </Modal>
  )
}
