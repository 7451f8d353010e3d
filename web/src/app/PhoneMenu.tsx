import { Drawer, Stack } from '@mantine/core'
import { text } from '#messages/app.ts'
import { text as words } from '#messages/shared.ts'
import { LeaveIcon } from '../shared/icons.tsx'
import { signOutOrTell } from '../shared/sign-out.ts'
import { MenuButton } from './MenuButton.tsx'
import { PageLink } from './PageLink.tsx'
import type { Page } from './pages.tsx'
import { SchemeButton } from './SchemeButton.tsx'
import { OtherTeams } from './TeamMenu.tsx'

interface PhoneMenuProps {
  pages: readonly Page[]
  /** Creates a team. */
  create: () => void
  close: () => void
}

/** Everything that does not fit in the menu at the bottom of phones. */
export const PhoneMenu = ({ pages, create, close }: PhoneMenuProps) => (
  <Drawer opened onClose={close} position="bottom" size="auto" title={text.more}>
    <Stack gap={2}>
      {pages.map((page) => (
        <PageLink key={page.path} page={page} onClick={close} />
      ))}
      <SchemeButton />
      <OtherTeams create={create} />
      <MenuButton icon={<LeaveIcon size={20} />} onClick={signOutOrTell}>
        {words.signOut}
      </MenuButton>
    </Stack>
  </Drawer>
)
