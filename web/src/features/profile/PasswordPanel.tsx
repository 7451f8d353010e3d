import { PasswordInput } from '@mantine/core'
import { notifications } from '@mantine/notifications'
import { text as account } from '#messages/account.ts'
import { text } from '#messages/profile.ts'
import { ME, type Me } from '../../api/me.ts'
import { PanelForm } from '../../shared/PanelForm.tsx'
import { useSaving } from '../../shared/saving.ts'
import { changePassword } from './profile.queries.ts'

const LABELS = { current_password: text.password.current, password: account.newPassword }
const NOTHING = { current_password: '', password: '' }

/** Changing the password, which ends the other sessions. Nothing without a password. */
export function PasswordPanel({ me: { email, has_password } }: { me: Me }) {
  const form = useSaving({
    initial: NOTHING,
    labels: LABELS,
    save: changePassword,
    changes: ME,
    saved: () => {
      form.set(NOTHING)
      notifications.show({ message: text.password.changed })
    },
  })
  if (!has_password) return null
  return (
    <PanelForm {...form} title={account.password} save={text.password.change}>
      <input type="text" name="email" autoComplete="username" value={email} readOnly hidden />
      <PasswordInput {...form.field('current_password')} autoComplete="current-password" required />
      <PasswordInput
        {...form.field('password')}
        description={text.password.hint}
        autoComplete="new-password"
        required
      />
    </PanelForm>
  )
}
