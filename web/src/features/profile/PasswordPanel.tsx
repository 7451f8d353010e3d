import { PasswordInput } from '@mantine/core'
import { notifications } from '@mantine/notifications'
import { ME, type Me } from '../../api/me.ts'
import { PanelForm } from '../../shared/PanelForm.tsx'
import { useSaving } from '../../shared/saving.ts'
import { changePassword } from './profile.queries.ts'

const LABELS = { current_password: 'Current password', password: 'New password' }
const NOTHING = { current_password: '', password: '' }

/** Changing the password, which ends the other sessions. Nothing without a password. */
export function PasswordPanel({ me: { email, has_password } }: { me: Me }) {
  const form = useSaving({
    initial: NOTHING,
    save: changePassword,
    changes: ME,
    saved: () => {
      form.set(NOTHING)
      notifications.show({ message: 'Password changed. Your other sessions have ended.' })
    },
  })
  const { values, set, errorOf } = form
  if (!has_password) return null
  return (
    <PanelForm {...form} title="Password" save="Change password" labels={LABELS}>
      <input type="text" name="email" autoComplete="username" value={email} readOnly hidden />
      <PasswordInput
        label={LABELS.current_password}
        autoComplete="current-password"
        required
        value={values.current_password}
        error={errorOf('current_password')}
        onChange={({ currentTarget }) => set({ current_password: currentTarget.value })}
      />
      <PasswordInput
        label={LABELS.password}
        description="At least 10 characters. Ends your other sessions."
        autoComplete="new-password"
        required
        value={values.password}
        error={errorOf('password')}
        onChange={({ currentTarget }) => set({ password: currentTarget.value })}
      />
    </PanelForm>
  )
}
