import { UnstyledButton } from '@mantine/core'
import type { ComponentProps } from 'react'
import { text } from '#messages/app.ts'
import icon from '../icon.svg'
import { DownIcon } from '../shared/icons.tsx'
import classes from './Shell.module.css'

/** The name of the team, which opens the menu of teams. */
export const TeamButton = ({ name, ...rest }: { name: string } & ComponentProps<'button'>) => (
  <UnstyledButton
    className={`${classes.brand} ${classes.team}`}
    aria-label={text.team(name)}
    aria-haspopup="menu"
    {...rest}
  >
    <img src={icon} alt="" />
    <span className="clip">{name}</span>
    <DownIcon size={14} />
  </UnstyledButton>
)
