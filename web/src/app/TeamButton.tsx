import { UnstyledButton } from '@mantine/core'
import type { ComponentProps } from 'react'
import { text } from '#messages/app.ts'
import icon from '../icon.svg'
import { DownIcon } from '../shared/icons.tsx'
import classes from './Shell.module.css'

/** The name of the team, which opens the menu of teams. */
export const TeamButton = ({ name, ...rest }: { name: string } & ComponentProps<'button'>) => (
  <UnstyledButton
    aria-label={text.team(name)}
    aria-haspopup="menu"
    {...rest}
    className={`${classes.brand} ${classes.team}`}
  >
    <img src={icon} alt="" />
    <span>{name}</span>
    <DownIcon size={14} />
  </UnstyledButton>
)
