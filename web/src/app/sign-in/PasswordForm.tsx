import { Button, PasswordInput, Stack, TextInput } from '@mantine/core'
import { text as account } from '#messages/account.ts'
import { text } from '#messages/sign-in.ts'
import { ME } from '../../api/me.ts'
import { signIn } from '../../api/sign-in.ts'
import { ProblemNotice } from '../../shared/ProblemNotice.tsx'
import { useSaving } from '../../shared/saving.ts'

const LABELS = { email: account.email }
const initial = { email: '', password: '' }

/** Sign-in of a person by email and password. */
export function PasswordForm() {
  const { values, set, errorOf, error, saving, submit } = useSaving({
    initial,
    save: ({ email, password }) => signIn({ email: email.trim(), password }),
    changes: ME,
    saved: () => {},
  })
  return (
    <form
      noValidate
      onSubmit={(event) => {
        event.preventDefault()
        submit()
      }}
    >
      <Stack>
        <ProblemNotice error={error} labels={LABELS} />
        <TextInput
          type="email"
          name="email"
          label={LABELS.email}
          autoComplete="username"
          autoFocus
          required
          withAsterisk={false}
          value={values.email}
          error={errorOf('email')}
          onChange={({ currentTarget }) => set({ email: currentTarget.value })}
        />
        <PasswordInput
          name="password"
          label={account.password}
          autoComplete="current-password"
          required
          withAsterisk={false}
          value={values.password}
          error={errorOf('password')}
          onChange={({ currentTarget }) => set({ password: currentTarget.value })}
        />
        <Button type="submit" loading={saving}>
          {text.signIn}
        </Button>
      </Stack>
    </form>
  )
}
