import { Text, UnstyledButton } from '@mantine/core'
import type { ReactNode } from 'react'
import classes from './Shell.module.css'

interface MenuButtonProps {
  icon: ReactNode
  /** Dimmed text at the end: a shortcut, or the current choice. */
  hint?: string
  onClick: () => void
  children: string
}

/** Looks like the page links of the menu, but runs an action. */
export function MenuButton({ icon, hint, onClick, children }: MenuButtonProps) {
  return (
    <UnstyledButton className={classes.item} w="100%" onClick={onClick}>
      {icon}
      <span>{children}</span>
      {hint && (
        <Text span size="xs" c="dimmed" ml="auto">
          {hint}
        </Text>
      )}
    </UnstyledButton>
  )
}
