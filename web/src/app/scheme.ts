import { useMantineColorScheme } from '@mantine/core'
import { text } from '#messages/app.ts'
import { AutoIcon, MoonIcon, SunIcon } from '../shared/icons.tsx'

const SCHEMES = {
  auto: { next: 'light', name: text.schemes.auto, icon: AutoIcon },
  light: { next: 'dark', name: text.schemes.light, icon: SunIcon },
  dark: { next: 'auto', name: text.schemes.dark, icon: MoonIcon },
} as const

/** The colors that are chosen – those of the system, light or dark – and a switch to the next ones. */
export function useScheme() {
  const { colorScheme, setColorScheme } = useMantineColorScheme()
  const { next, name, icon } = SCHEMES[colorScheme]
  return { name, icon, switchScheme: () => setColorScheme(next) }
}
