import { useMantineColorScheme } from '@mantine/core'
import type { JSX } from 'react'
import { useLocation } from 'wouter'
import { text } from '#messages/palette.ts'
import { text as words } from '#messages/shared.ts'
import { useCan } from '../../api/me.ts'
import { download } from '../../shared/download.ts'
import { showFailure } from '../../shared/failure.ts'
import {
  AutoIcon,
  GlobeIcon,
  LeaveIcon,
  MoonIcon,
  PlusIcon,
  QuestionIcon,
  SunIcon,
} from '../../shared/icons.tsx'
import { LANGUAGES, setLanguage } from '../../shared/LanguageSelect.tsx'
import { language } from '../../shared/language.rules.ts'
import type { Openable } from '../../shared/opened.ts'
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
export function useCommands(places: readonly Place[], showHelp: () => void): Entry[] {
  const [, navigate] = useLocation()
  const { setColorScheme } = useMantineColorScheme()
  const can = useCan()
  const has = (path: string) => places.some((it) => it.path === path)
  const opens = (path: string, state: Openable = 'new') => ({
    run: () => navigate(path, { state }),
    allowed: has(path),
  })
  const [links, labels] = [can('link:write'), can('catalog:write')]
  const creates: (Pick<Entry, 'name' | 'run' | 'keys'> & { allowed: boolean })[] = [
    { name: text.createLink, keys: 'c', run: () => navigate('/links/new'), allowed: links },
    { name: text.createFolder, ...opens('/folders'), allowed: labels },
    { name: text.createTag, ...opens('/tags'), allowed: labels },
    { name: text.addDomain, run: () => navigate('/domains/new'), allowed: labels },
    { name: text.createKey, ...opens('/keys') },
    { name: text.createWebhook, ...opens('/webhooks') },
    { name: text.invite, ...opens('/members'), allowed: has('/members') && can('member:write') },
    { name: text.importLinks, ...opens('/links', 'import'), allowed: links },
    { name: text.exportLinks, run: () => void exportAll(), allowed: can('link:read') },
  ]
  const made = creates
    .filter(({ allowed }) => allowed)
    .map(
      ({ allowed: _, ...entry }, at): Entry => ({
        ...entry,
        id: entry.name,
        group: at === 0 ? text.groups.create : words.actions,
        icon: <PlusIcon />,
      }),
    )
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
    [text.systemColors, <AutoIcon key="auto" />, () => setColorScheme('auto')],
    [text.lightColors, <SunIcon key="light" />, () => setColorScheme('light')],
    [text.darkColors, <MoonIcon key="dark" />, () => setColorScheme('dark')],
    ...Object.entries(LANGUAGES)
      .filter(([code]) => code !== language)
      .map(
        ([code, name]) =>
          [text.language(name), <GlobeIcon key={code} />, () => setLanguage(code)] as const,
      ),
    [text.keyboard, <QuestionIcon key="help" />, showHelp, true],
    [words.signOut, <LeaveIcon key="leave" />, signOutOrTell],
  ] as const
  return [
    ...made.slice(0, 1),
    ...pages,
    ...made.slice(1),
    ...actions.map(
      ([name, icon, run, stays]): Entry => ({
        id: name,
        group: text.groups.session,
        name,
        icon,
        run,
        ...(stays && { stays }),
      }),
    ),
  ]
}

async function exportAll(): Promise<void> {
  try {
    const { exportLinks } = await import('../../features/links/export.queries.ts')
    await download((await exportLinks({}, 'csv')) as Blob, 'links.csv')
  } catch (error) {
    showFailure(words.notExported, error)
  }
}
