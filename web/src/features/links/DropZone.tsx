import { Alert, Stack, Text } from '@mantine/core'
import { useState } from 'react'
import { text } from '#messages/links-import.ts'
import { UploadIcon } from '../../shared/icons.tsx'
import classes from './DropZone.module.css'
import { type Sheet, sheetOf, sheetOfJson, splitSeparatorLine } from './sheet.rules.ts'

/** The maxima of an import in the API. */
const MAX_ROWS = 100_000
const MAX_BYTES = 20 * 1_048_576

/** Reads a CSV file, or an export as JSON. Throws an Error with a message for the user. */
async function readSheet(file: File): Promise<Sheet> {
  if (file.size > MAX_BYTES) throw new Error(text.tooLarge)
  const sheet = /\.(json|jsonl|ndjson)$/i.test(file.name)
    ? sheetOfJson(file.name, await file.text())
    : await readCsv(file)
  const { lines, first } = sheet
  if (lines.length === 0 && !first) throw new Error(text.noLinks)
  if (lines.length > MAX_ROWS)
    throw new Error(text.tooMany({ links: lines.length, most: MAX_ROWS }))
  return sheet
}

async function readCsv(file: File): Promise<Sheet> {
  const { default: papa } = await import('papaparse')
  const { delimiter, table } = splitSeparatorLine(await file.text())
  return sheetOf(file.name, papa.parse<string[]>(table, { delimiter }).data)
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
          accept=".csv,.tsv,.json,.jsonl,.ndjson,text/csv,application/json,application/x-ndjson"
          onChange={({ currentTarget }) => take(currentTarget.files?.[0])}
        />
        <UploadIcon size={28} />
        <Text fw={550} mt="xs">
          {text.drop}
        </Text>
        <Text size="sm" c="dimmed">
          {text.dropHint(MAX_ROWS)}
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
