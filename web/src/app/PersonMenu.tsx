import { UnstyledButton } from '@mantine/core'
import { type ComponentProps, lazy, Suspense, useState } from 'react'
import { text } from '#messages/app.ts'
import { usePerson } from '../api/me.ts'
import { MoreIcon, PeopleIcon } from '../shared/icons.tsx'
import classes from './Shell.module.css'

const load = () => import('./PersonActions.tsx')
const PersonActions = lazy(async () => ({ default: (await load()).PersonActions }))

/** The person or API key of the session, which opens a menu; it is loaded when it is wanted. */
export function PersonMenu({ openHelp }: { openHelp: () => void }) {
  const [wanted, setWanted] = useState(false)
  const closed = <PersonButton onPointerEnter={load} onClick={() => setWanted(true)} />
  if (!wanted) return closed
  return (
    <Suspense fallback={closed}>
      <PersonActions openHelp={openHelp} />
    </Suspense>
  )
}

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
