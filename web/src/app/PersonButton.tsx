import { UnstyledButton } from '@mantine/core'
import type { ComponentProps } from 'react'
import { text } from '#messages/app.ts'
import { usePerson } from '../api/me.ts'
import { MoreIcon, PeopleIcon } from '../shared/icons.tsx'
import classes from './Shell.module.css'

/** The person or API key of the session, which opens a menu. */
export function PersonButton(props: ComponentProps<'button'>) {
  const person = usePerson()
  const name = person ? person.name || person.email : text.apiKey
  return (
    <UnstyledButton
      aria-label={text.account(name)}
      aria-haspopup="menu"
      {...props}
      className={classes.item}
      w="100%"
    >
      <PeopleIcon size={20} />
      <span className="clip">{name}</span>
      <span className={classes.more}>
        <MoreIcon size={16} />
      </span>
    </UnstyledButton>
  )
}
