import { Text, UnstyledButton } from '@mantine/core'
import type { ReactNode } from 'react'
import classes from './Shell.module.css'

interface MenuButtonProps {
  icon: ReactNode
  /** Faint words at its end: a key, or what is chosen. */
  hint?: string
  onClick: () => void
  children: string
}

/** Looks as the links to pages do, and does something here. */
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
