import { text } from '#messages/app.ts'
import { MenuButton } from './MenuButton.tsx'
import { useScheme } from './scheme.ts'

/** Switches between the colors of the system, light and dark. */
export function SchemeButton() {
  const { icon: Icon, name, switchScheme } = useScheme()
  return (
    <MenuButton icon={<Icon size={20} />} hint={name} onClick={switchScheme}>
      {text.colors}
    </MenuButton>
  )
}
