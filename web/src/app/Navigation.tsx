import { Drawer, Stack, useMantineColorScheme } from '@mantine/core'
import { useState } from 'react'
import { Link, useLocation } from 'wouter'
import {
  AutoIcon,
  LeaveIcon,
  MoonIcon,
  MoreIcon,
  QuestionIcon,
  SearchIcon,
  SunIcon,
} from '../shared/icons.tsx'
import { signOutOrTell } from '../shared/sign-out.ts'
import { MenuButton } from './MenuButton.tsx'
import { NewTeam } from './NewTeam.tsx'
import { type Page, usePages } from './pages.tsx'
import classes from './Shell.module.css'
import { OtherTeams, TeamMenu } from './TeamMenu.tsx'

/** The number of pages in the menu of phones; the others are behind `More`. */
const ON_PHONES = 3

function PageLink({ page, onClick }: { page: Page; onClick?: () => void }) {
  const [location] = useLocation()
  const here = location === page.path || location.startsWith(`${page.path}/`)
  const { icon: Icon } = page
  return (
    <Link
      href={page.path}
      className={classes.item}
      aria-current={here ? 'page' : undefined}
      {...(onClick && { onClick })}
    >
      <Icon size={20} />
      {page.name}
    </Link>
  )
}

/** The sidebar menu. */
export function SideBar(props: { openPalette: () => void; openHelp: () => void }) {
  const pages = usePages()
  const groups = [...new Set(pages.map(({ group }) => group))]
  return (
    <div className={classes.side}>
      <TeamMenu />
      <MenuButton icon={<SearchIcon size={20} />} hint="Ctrl K" onClick={props.openPalette}>
        Find
      </MenuButton>
      <nav aria-label="Pages">
        {groups.map((group) => (
          <ul key={group} className={classes.list}>
            {pages
              .filter((page) => page.group === group)
              .map((page) => (
                <li key={page.path}>
                  <PageLink page={page} />
                </li>
              ))}
          </ul>
        ))}
      </nav>
      <div className={classes.foot}>
        <SchemeButton />
        <MenuButton icon={<QuestionIcon size={20} />} hint="?" onClick={props.openHelp}>
          Keyboard
        </MenuButton>
        <MenuButton icon={<LeaveIcon size={20} />} onClick={signOutOrTell}>
          Sign out
        </MenuButton>
      </div>
    </div>
  )
}

/** The menu at the bottom of phones, within reach of a thumb. */
export function PhoneBar() {
  const [open, setOpen] = useState(false)
  const [creating, setCreating] = useState(false)
  const pages = usePages()
  const close = () => setOpen(false)
  return (
    <>
      <nav className={classes.bar} aria-label="Main pages">
        {pages.slice(0, ON_PHONES).map((page) => (
          <PageLink key={page.path} page={page} />
        ))}
        <MenuButton icon={<MoreIcon size={20} />} onClick={() => setOpen(true)}>
          More
        </MenuButton>
      </nav>
      <Drawer opened={open} onClose={close} position="bottom" size="auto" title="More">
        <Stack gap={2}>
          {pages.slice(ON_PHONES).map((page) => (
            <PageLink key={page.path} page={page} onClick={close} />
          ))}
          <SchemeButton />
          <OtherTeams
            create={() => {
              close()
              setCreating(true)
            }}
          />
          <MenuButton icon={<LeaveIcon size={20} />} onClick={signOutOrTell}>
            Sign out
          </MenuButton>
        </Stack>
      </Drawer>
      {creating && <NewTeam close={() => setCreating(false)} />}
    </>
  )
}

const SCHEMES = {
  auto: { next: 'light', name: 'System', icon: AutoIcon },
  light: { next: 'dark', name: 'Light', icon: SunIcon },
  dark: { next: 'auto', name: 'Dark', icon: MoonIcon },
} as const

function SchemeButton() {
  const { colorScheme, setColorScheme } = useMantineColorScheme()
  const { next, name, icon: Icon } = SCHEMES[colorScheme]
  return (
    <MenuButton icon={<Icon size={20} />} hint={name} onClick={() => setColorScheme(next)}>
      Colors
    </MenuButton>
  )
}
