import { Button, PasswordInput, TextInput } from '@mantine/core'
import { text as account } from '#messages/account.ts'
import { text } from '#messages/sign-in.ts'
import { ME } from '../../api/me.ts'
import { signIn } from '../../api/sign-in.ts'
import { Form } from '../../shared/Form.tsx'
import { useSaving } from '../../shared/saving.ts'

const LABELS = { email: account.email, password: account.password }
const initial = { email: '', password: '' }

/** Sign-in of a person by email and password. */
export function PasswordForm() {
  const form = useSaving({
    initial,
    labels: LABELS,
    save: ({ email, password }) => signIn({ email: email.trim(), password }),
    changes: ME,
    saved: () => {},
  })
  return (
    <Form {...form}>
      <TextInput
        type="email"
        name="email"
        {...form.field('email')}
        autoComplete="username"
        autoFocus
        required
        withAsterisk={false}
      />
      <PasswordInput
        name="password"
        {...form.field('password')}
        autoComplete="current-password"
        required
        withAsterisk={false}
      />
      <Button type="submit" loading={form.saving}>
        {text.signIn}
      </Button>
    </Form>
  )
}
