import { Button, PasswordInput, Stack, TextInput } from '@mantine/core'
import { ME } from '../../api/me.ts'
import { signIn } from '../../api/sign-in.ts'
import { ProblemNotice } from '../../shared/ProblemNotice.tsx'
import { useSaving } from '../../shared/saving.ts'

const LABELS = { email: 'E-mail' }
const initial = { email: '', password: '' }

/** Sign-in of a person by e-mail and password. */
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
          label="Password"
          autoComplete="current-password"
          required
          withAsterisk={false}
          value={values.password}
          error={errorOf('password')}
          onChange={({ currentTarget }) => set({ password: currentTarget.value })}
        />
        <Button type="submit" loading={saving}>
          Sign in
        </Button>
      </Stack>
    </form>
  )
}
