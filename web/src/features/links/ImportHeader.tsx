import { Alert, Button, Group, Text } from '@mantine/core'
import { useState } from 'react'
import { text } from '#messages/links-import.ts'
import { isKnown } from './import.rules.ts'
import { looksLikeData, type Sheet, withoutHeader } from './sheet.rules.ts'

interface HeaderChoiceProps {
  sheet: Sheet
  setSheet: (sheet: Sheet) => void
}

/** Asks what the first row of a file is, if it looks like data. */
export function HeaderChoice({ sheet, setSheet }: HeaderChoiceProps) {
  const [settled, setSettled] = useState(false)
  if (settled || !looksLikeData(sheet) || sheet.header.some(isKnown)) return null
  return (
    <Alert variant="light" title={text.looksLikeData}>
      <Text size="sm" className="clip">
        {sheet.header.join(' · ')}
      </Text>
      <Group gap="xs" mt="xs">
        <Button size="compact-sm" onClick={() => setSheet(withoutHeader(sheet))}>
          {text.useAsData}
        </Button>
        <Button size="compact-sm" variant="default" onClick={() => setSettled(true)}>
          {text.useAsHeader}
        </Button>
      </Group>
    </Alert>
  )
}
