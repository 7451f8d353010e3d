import { ActionIcon, type ActionIconProps } from '@mantine/core'
import type { ComponentType } from 'react'

interface RowActionProps extends Pick<ActionIconProps, 'size'> {
  icon: ComponentType<{ size?: number }>
  iconSize?: number
  /** The accessible name: `Delete go.shop.example`. */
  label: string
  title?: string
  onClick: () => void
}

/** A button in a row of a list. */
export const RowAction = ({ icon: Icon, iconSize = 18, label, ...rest }: RowActionProps) => (
  <ActionIcon variant="subtle" color="gray" aria-label={label} {...rest}>
    <Icon size={iconSize} />
  </ActionIcon>
)
