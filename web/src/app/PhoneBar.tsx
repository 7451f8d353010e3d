import { lazy, Suspense, useState } from 'react'
import { text } from '#messages/app.ts'
import { MoreIcon } from '../shared/icons.tsx'
import { MenuButton } from './MenuButton.tsx'
import { PageLink } from './PageLink.tsx'
import { usePages } from './pages.tsx'
import classes from './Shell.module.css'

/** The number of pages in the menu of phones; the others are behind `More`. */
const ON_PHONES = 3

const NewTeam = lazy(async () => ({ default: (await import('./NewTeam.tsx')).NewTeam }))
const PhoneMenu = lazy(async () => ({ default: (await import('./PhoneMenu.tsx')).PhoneMenu }))

/** The menu at the bottom of phones, within reach of a thumb. */
export function PhoneBar() {
  const [open, setOpen] = useState<'menu' | 'team'>()
  const pages = usePages()
  const close = () => setOpen(undefined)
  return (
    <>
      <nav className={classes.bar} aria-label={text.mainPages}>
        {pages.slice(0, ON_PHONES).map((page) => (
          <PageLink key={page.path} page={page} />
        ))}
        <MenuButton icon={<MoreIcon size={20} />} onClick={() => setOpen('menu')}>
          {text.more}
        </MenuButton>
      </nav>
      <Suspense>
        {open === 'menu' && (
          <PhoneMenu pages={pages.slice(ON_PHONES)} create={() => setOpen('team')} close={close} />
        )}
        {open === 'team' && <NewTeam close={close} />}
      </Suspense>
    </>
  )
}
