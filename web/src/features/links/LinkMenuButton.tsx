import { ActionIcon, type ActionIconProps } from '@mantine/core'
import type { ComponentProps } from 'react'
import { text } from '#messages/links.ts'
import { MoreIcon } from '../../shared/icons.tsx'
import type { Link } from './link.queries.ts'

export interface LinkMenuProps {
  link: Link
  /** Called when the link is deleted. */
  deleted?: () => void
}

type LinkMenuButtonProps = { link: Link } & ActionIconProps & ComponentProps<'button'>

/** Opens the actions of a link. */
export const LinkMenuButton = ({ link, ...rest }: LinkMenuButtonProps) => (
  <ActionIcon
    variant="subtle"
    color="var(--soft)"
    aria-label={text.actionsFor(link.slug)}
    aria-haspopup="menu"
    {...rest}
  >
    <MoreIcon />
  </ActionIcon>
)
