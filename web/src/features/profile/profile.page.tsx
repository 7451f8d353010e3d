import { Stack } from '@mantine/core'
import { text } from '#messages/profile.ts'
import { usePerson } from '../../api/me.ts'
import { PageHeader } from '../../shared/PageHeader.tsx'
import { AccountPanel } from './AccountPanel.tsx'
import { PasskeysPanel } from './PasskeysPanel.tsx'
import { PasswordPanel } from './PasswordPanel.tsx'
import { SessionsPanel } from './SessionsPanel.tsx'

/** The account of the person who is signed in. */
export function Page() {
  const me = usePerson()
  if (!me) return null
  return (
    <Stack maw={640}>
      <PageHeader title={text.title} lead={me.email} />
      <AccountPanel me={me} />
      <PasswordPanel me={me} />
      <PasskeysPanel />
      <SessionsPanel />
    </Stack>
  )
}
