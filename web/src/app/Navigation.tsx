import { Drawer, Stack, useMantineColorScheme } from '@mantine/core'
import { useState } from 'react'
import { Link, useLocation } from 'wouter'
import { useOrganization } from '../api/organization.ts'
import { forget } from '../api/session.ts'
import {
  AutoIcon,
  LeaveIcon,
  MoonIcon,
  MoreIcon,
  QuestionIcon,
  SearchIcon,
  SunIcon,
} from '../shared/icons.tsx'
import icon from './icon.svg'
import { MenuButton } from './MenuButton.tsx'
import { PAGES, type Page } from './pages.tsx'
import classes from './Shell.module.css'

const GROUPS = [...new Set(PAGES.map(({ group }) => group))]
const ON_PHONES = PAGES.slice(0, 3)

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
  const { data: team } = useOrganization()
  return (
    <div className={classes.side}>
      <Link href="/links" className={classes.brand}>
        <img src={icon} alt="" />
        <span className="clip">{team?.name ?? 'Fingerpost'}</span>
      </Link>
      <MenuButton icon={<SearchIcon size={20} />} hint="Ctrl K" onClick={props.openPalette}>
        Find
      </MenuButton>
      <nav aria-label="Pages">
        {GROUPS.map((group) => (
          <ul key={group} className={classes.list}>
            {PAGES.filter((page) => page.group === group).map((page) => (
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
        <MenuButton icon={<LeaveIcon size={20} />} onClick={() => forget()}>
          Sign out
        </MenuButton>
      </div>
    </div>
  )
}

/** The menu at the bottom of phones, within reach of a thumb. */
export function PhoneBar() {
  const [open, setOpen] = useState(false)
  const close = () => setOpen(false)
  return (
    <>
      <nav className={classes.bar} aria-label="Main pages">
        {ON_PHONES.map((page) => (
          <PageLink key={page.path} page={page} />
        ))}
        <MenuButton icon={<MoreIcon size={20} />} onClick={() => setOpen(true)}>
          More
        </MenuButton>
      </nav>
      <Drawer opened={open} onClose={close} position="bottom" size="auto" title="More">
        <Stack gap={2}>
          {PAGES.slice(ON_PHONES.length).map((page) => (
            <PageLink key={page.path} page={page} onClick={close} />
          ))}
          <SchemeButton />
          <MenuButton icon={<LeaveIcon size={20} />} onClick={() => forget()}>
            Sign out
          </MenuButton>
        </Stack>
      </Drawer>
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
