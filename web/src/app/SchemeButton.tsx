import { useMantineColorScheme } from '@mantine/core'
import { text } from '#messages/app.ts'
import { AutoIcon, MoonIcon, SunIcon } from '../shared/icons.tsx'
import { MenuButton } from './MenuButton.tsx'

const SCHEMES = {
  auto: { next: 'light', name: text.schemes.auto, icon: AutoIcon },
  light: { next: 'dark', name: text.schemes.light, icon: SunIcon },
  dark: { next: 'auto', name: text.schemes.dark, icon: MoonIcon },
} as const

/** Switches between the colors of the system, light and dark. */
export function SchemeButton() {
  const { colorScheme, setColorScheme } = useMantineColorScheme()
  const { next, name, icon: Icon } = SCHEMES[colorScheme]
  return (
    <MenuButton icon={<Icon size={20} />} hint={name} onClick={() => setColorScheme(next)}>
      {text.colors}
    </MenuButton>
  )
}
