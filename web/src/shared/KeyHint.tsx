import { Text } from '@mantine/core'

/** The shortcut of a menu item. Not part of its name. */
export const KeyHint = ({ children }: { children: string }) => (
  <Text span size="xs" c="dimmed" aria-hidden="true">
    {children}
  </Text>
)
