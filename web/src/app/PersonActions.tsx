import { Menu, Text } from '@mantine/core'
import { text } from '#messages/app.ts'
import { text as words } from '#messages/shared.ts'
import { CheckIcon, LeaveIcon, QuestionIcon } from '../shared/icons.tsx'
import { KeyHint } from '../shared/KeyHint.tsx'
import { LANGUAGES, setLanguage } from '../shared/LanguageSelect.tsx'
import { language } from '../shared/language.rules.ts'
import { signOutOrTell } from '../shared/sign-out.ts'
import { PersonButton } from './PersonButton.tsx'
import { useScheme } from './scheme.ts'

/** The open menu of the session: theme, language, shortcuts, signing out. */
export function PersonActions({ openHelp }: { openHelp: () => void }) {
  const { icon: Icon, name, switchScheme } = useScheme()
  return (
    <Menu position="top-start" width="target" withinPortal defaultOpened>
      <Menu.Target>
        <PersonButton />
      </Menu.Target>
      <Menu.Dropdown>
        <Menu.Item
          leftSection={<Icon />}
          rightSection={
            <Text size="xs" c="dimmed">
              {name}
            </Text>
          }
          closeMenuOnClick={false}
          onClick={switchScheme}
        >
          {text.colors}
        </Menu.Item>
        <Menu.Label>{words.language}</Menu.Label>
        {Object.entries(LANGUAGES).map(([code, own]) => (
          <Menu.Item
            key={code}
            lang={code}
            aria-current={code === language || undefined}
            rightSection={code === language && <CheckIcon />}
            onClick={() => setLanguage(code)}
          >
            {own}
          </Menu.Item>
        ))}
        <Menu.Divider />
        <Menu.Item
          leftSection={<QuestionIcon />}
          rightSection={<KeyHint>?</KeyHint>}
          onClick={openHelp}
        >
          {text.keyboard}
        </Menu.Item>
        <Menu.Item leftSection={<LeaveIcon />} onClick={signOutOrTell}>
          {words.signOut}
        </Menu.Item>
      </Menu.Dropdown>
    </Menu>
  )
}
