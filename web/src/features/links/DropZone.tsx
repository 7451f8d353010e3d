import { Alert, Stack, Text } from '@mantine/core'
import { useState } from 'react'
import { UploadIcon } from '../../shared/icons.tsx'
import classes from './DropZone.module.css'
import { splitSeparatorLine } from './import.rules.ts'
import type { Sheet } from './sheet.ts'

/** The maximum number of rows per import in the API. */
const MAX_ROWS = 100_000

/** Reads a CSV file with a header line. Throws an Error with a message for the user. */
async function readSheet(file: File): Promise<Sheet> {
  const { default: papa } = await import('papaparse')
  const { delimiter, table } = splitSeparatorLine(await file.text())
  const { data } = papa.parse<string[]>(table, { skipEmptyLines: 'greedy', delimiter })
  const [header, ...rows] = data
  if (!header || rows.length === 0) {
    throw new Error(
      'This file has no links. It needs a header line, such as url,slug, and a line for each link.',
    )
  }
  if (rows.length > MAX_ROWS) {
    throw new Error(`This file has ${rows.length} links; one import takes ${MAX_ROWS}. Split it.`)
  }
  return { name: file.name, header: header.map((name) => name.trim()), rows }
}

/** The area where a file is dropped or selected. */
export function DropZone({ open }: { open: (sheet: Sheet) => void }) {
  const [over, setOver] = useState(false)
  const [refused, setRefused] = useState<string>()
  async function take(file: File | undefined) {
    if (!file) return
    try {
      open(await readSheet(file))
    } catch (error) {
      setRefused((error as Error).message)
    }
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
          void take(event.dataTransfer.files[0])
        }}
      >
        <input
          type="file"
          accept=".csv,.tsv,text/csv"
          onChange={({ currentTarget }) => take(currentTarget.files?.[0])}
        />
        <UploadIcon size={28} />
        <Text fw={550} mt="xs">
          Drop a CSV file here, or choose one
        </Text>
        <Text size="sm" c="dimmed">
          With a header line, such as <code>url,slug</code>. Up to 100,000 links.
        </Text>
      </label>
      {refused && (
        <Alert color="red" role="alert">
          {refused}
        </Alert>
      )}
    </Stack>
  )
}
