import { useMantineColorScheme } from '@mantine/core'
import { AutoIcon, MoonIcon, SunIcon } from '../shared/icons.tsx'
import { MenuButton } from './MenuButton.tsx'

const SCHEMES = {
  auto: { next: 'light', name: 'System', icon: AutoIcon },
  light: { next: 'dark', name: 'Light', icon: SunIcon },
  dark: { next: 'auto', name: 'Dark', icon: MoonIcon },
} as const

/** Switches between the colors of the system, light and dark. */
export function SchemeButton() {
  const { colorScheme, setColorScheme } = useMantineColorScheme()
  const { next, name, icon: Icon } = SCHEMES[colorScheme]
  return (
    <MenuButton icon={<Icon size={20} />} hint={name} onClick={() => setColorScheme(next)}>
      Colors
    </MenuButton>
  )
}
