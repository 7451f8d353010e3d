import '@mantine/spotlight/styles.css'
import { useMantineColorScheme } from '@mantine/core'
import { createSpotlight, Spotlight } from '@mantine/spotlight'
import { useEffect } from 'react'
import { useLocation } from 'wouter'
import { useCan } from '../api/me.ts'
import { LeaveIcon, LinksIcon, MoonIcon, PlusIcon, SearchIcon, SunIcon } from '../shared/icons.tsx'
import { signOutOrTell } from '../shared/sign-out.ts'
import { usePages } from './pages.tsx'

const [store, palette] = createSpotlight()

/** Command palette: every page and action by name, and a search for links. */
export function Palette({ close }: { close: () => void }) {
  const [, navigate] = useLocation()
  const { setColorScheme } = useMantineColorScheme()
  const pages = usePages()
  const can = useCan()
  useEffect(() => palette.open(), [])

  const search = (words: string) => navigate(`/links?search=${encodeURIComponent(words)}`)
  return (
    <Spotlight
      store={store}
      shortcut={null}
      onSpotlightClose={close}
      attributes={{ content: { 'aria-label': 'Find' } }}
      nothingFound="Nothing has that name"
      searchProps={{
        placeholder: 'Find a page, an action or a link',
        leftSection: <SearchIcon />,
        'aria-label': 'Find a page, an action or a link',
        onKeyDown: ({ key, currentTarget, ctrlKey, metaKey }) => {
          if (key !== 'Enter' || !(ctrlKey || metaKey)) return
          search(currentTarget.value)
          palette.close()
        },
      }}
      filter={(query, actions) => {
        const words = query.trim()
        const hits = actions.filter(
          (it) => 'label' in it && it.label?.toLowerCase().includes(words.toLowerCase()),
        )
        if (!words) return hits
        const id = 'search'
        const label = `Search links for “${words}”`
        return [...hits, { id, label, leftSection: <LinksIcon />, onClick: () => search(words) }]
      }}
      actions={[
        ...(can('link:write')
          ? [
              {
                id: 'create',
                label: 'Create a link',
                leftSection: <PlusIcon />,
                onClick: () => navigate('/links/new'),
              },
            ]
          : []),
        ...pages.map(({ path, name, icon: Icon }) => ({
          id: path,
          label: name,
          leftSection: <Icon />,
          onClick: () => navigate(path),
        })),
        {
          id: 'light',
          label: 'Light colors',
          leftSection: <SunIcon />,
          onClick: () => setColorScheme('light'),
        },
        {
          id: 'dark',
          label: 'Dark colors',
          leftSection: <MoonIcon />,
          onClick: () => setColorScheme('dark'),
        },
        { id: 'leave', label: 'Sign out', leftSection: <LeaveIcon />, onClick: signOutOrTell },
      ]}
    />
  )
}
