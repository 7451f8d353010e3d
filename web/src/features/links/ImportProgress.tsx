import { Progress as Bar, Button, Group, Stack, Text } from '@mantine/core'
import { text } from '#messages/links-import.ts'
import { text as words } from '#messages/shared.ts'
import { ProblemNotice } from '../../shared/ProblemNotice.tsx'
import { FaultTable, SaveFaults } from './ImportFaults.tsx'
import { UndoImport } from './ImportUndo.tsx'
import type { Progress } from './import.queries.ts'

interface ImportProgressProps {
  /** Undefined until the state of an earlier import is read. */
  progress: Progress | undefined
  /** The header of the file, unless the page was reloaded since. */
  header: readonly string[] | undefined
  error: unknown
  running: boolean
  close: () => void
}

/** The progress of an import, its failed rows, and a way to undo it. */
export function ImportProgress({ progress, header, error, running, close }: ImportProgressProps) {
  const { job, done = 0, total = 0, created = 0, failed = 0, faults = [] } = progress ?? {}
  return (
    <Stack>
      <Bar
        value={total === 0 ? 0 : (done / total) * 100}
        aria-label={text.progress}
        animated={running}
      />
      <Text role="status">
        {failed > 0
          ? text.createdAndFailed({ created, links: total, failed })
          : text.created({ created, links: total })}
        {running && ' …'}
      </Text>
      <ProblemNotice error={error} />
      {faults.length > 0 && <FaultTable faults={faults} total={failed} />}
      {job && !running && created > 0 && <UndoImport job={job} />}
      <Group justify="flex-end">
        {header && faults.length > 0 && <SaveFaults header={header} faults={faults} />}
        <Button onClick={close}>{running ? text.inBackground : words.done}</Button>
      </Group>
    </Stack>
  )
}
