import { useMantineColorScheme } from '@mantine/core'
import type { JSX } from 'react'
import { useLocation } from 'wouter'
import { text } from '#messages/palette.ts'
import { text as words } from '#messages/shared.ts'
import { useCan } from '../../api/me.ts'
import { LeaveIcon, MoonIcon, PlusIcon, SunIcon } from '../../shared/icons.tsx'
import { signOutOrTell } from '../../shared/sign-out.ts'
import type { Entry } from './entry.ts'

export interface Place {
  path: string
  name: string
  /** Opens it after `g`. */
  key: string
  icon: (props: { size?: number }) => JSX.Element
}

/** Every page and action that the session may use. */
export function useCommands(places: readonly Place[]): Entry[] {
  const [, navigate] = useLocation()
  const { setColorScheme } = useMantineColorScheme()
  const can = useCan()
  const create: Entry = {
    id: 'create',
    group: text.groups.create,
    name: text.createLink,
    icon: <PlusIcon />,
    keys: 'c',
    run: () => navigate('/links/new'),
  }
  const pages = places.map(
    ({ path, name, key, icon: Icon }): Entry => ({
      id: path,
      group: text.groups.pages,
      name,
      icon: <Icon />,
      keys: `g ${key}`,
      run: () => navigate(path),
    }),
  )
  const actions = [
    [text.lightColors, <SunIcon key="light" />, () => setColorScheme('light')],
    [text.darkColors, <MoonIcon key="dark" />, () => setColorScheme('dark')],
    [words.signOut, <LeaveIcon key="leave" />, signOutOrTell],
  ] as const
  return [
    ...(can('link:write') ? [create] : []),
    ...pages,
    ...actions.map(
      ([name, icon, run]): Entry => ({ id: name, group: text.groups.session, name, icon, run }),
    ),
  ]
}
