import { Alert, Loader, Stack, Text } from '@mantine/core'
import { useState } from 'react'
import { text } from '#messages/links-import.ts'
import { UploadIcon } from '../../shared/icons.tsx'
import { ProblemNotice } from '../../shared/ProblemNotice.tsx'
import classes from './DropZone.module.css'
import { useLook } from './import.queries.ts'
import type { Sheet } from './sheet.rules.ts'

/** The maxima of an import in the API. */
const MAX_ROWS = 100_000
const MAX_BYTES = 20 * 1_048_576

/** The area where a file is dropped or selected. */
export function DropZone({ open }: { open: (sheet: Sheet) => void }) {
  const [over, setOver] = useState(false)
  const [isTooLarge, setTooLarge] = useState(false)
  const look = useLook()
  function take(file: File | undefined) {
    if (!file) return
    setTooLarge(file.size > MAX_BYTES)
    if (file.size <= MAX_BYTES) look.mutate(file, { onSuccess: open })
  }
  return (
    <Stack>
      <label
        className={classes.zone}
        data-over={over}
        onDragOver={(event) => {
          event.preventDefault()
          setOver(true)
        }}
        onDragLeave={() => setOver(false)}
        onDrop={(event) => {
          event.preventDefault()
          setOver(false)
          take(event.dataTransfer.files[0])
        }}
      >
        <input
          type="file"
          accept=".csv,.tsv,.txt,.json,.jsonl,.ndjson,.sql,.html,.htm"
          onChange={({ currentTarget }) => take(currentTarget.files?.[0])}
        />
        {look.isPending ? <Loader size={28} /> : <UploadIcon size={28} />}
        <Text fw={550} mt="xs">
          {text.drop}
        </Text>
        <Text size="sm" c="dimmed">
          {text.dropHint(MAX_ROWS)}
        </Text>
      </label>
      {isTooLarge && (
        <Alert color="red" role="alert">
          {text.tooLarge}
        </Alert>
      )}
      <ProblemNotice error={look.error} />
    </Stack>
  )
}
