import { Button, Group, Text } from '@mantine/core'

/** The offer to undo a change before it is made. */
export function UndoNotice({ message, undo }: { message: string; undo: () => void }) {
  return (
    <Group justify="space-between" wrap="nowrap">
      <Text size="sm" lineClamp={2}>
        {message}
      </Text>
      <Button variant="light" size="compact-sm" onClick={undo}>
        Undo
      </Button>
    </Group>
  )
}
