import { Alert, Button, Group, Text } from '@mantine/core'
import { useState } from 'react'
import { isKnown } from './import.rules.ts'
import { looksLikeData, type Sheet, withoutHeader } from './sheet.rules.ts'

interface HeaderQuestionProps {
  sheet: Sheet
  setSheet: (sheet: Sheet) => void
}

/** Asks what the first row of a file is, if it looks like data. */
export function HeaderQuestion({ sheet, setSheet }: HeaderQuestionProps) {
  const [settled, setSettled] = useState(false)
  if (settled || !looksLikeData(sheet) || sheet.header.some(isKnown)) return null
  return (
    <Alert variant="light" title="The first row looks like data">
      <Text size="sm" className="clip">
        {sheet.header.join(' · ')}
      </Text>
      <Group gap="xs" mt="xs">
        <Button size="compact-sm" onClick={() => setSheet(withoutHeader(sheet))}>
          Use it as data
        </Button>
        <Button size="compact-sm" variant="default" onClick={() => setSettled(true)}>
          Use it as header
        </Button>
      </Group>
    </Alert>
  )
}
