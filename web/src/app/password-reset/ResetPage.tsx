import { Button, PasswordInput, Stack, Text } from '@mantine/core'
import { useState } from 'react'
import { text as account } from '#messages/account.ts'
import { text } from '#messages/password-reset.ts'
import { apiOfBrowser } from '../../api/client.ts'
import { read } from '../../api/problem.ts'
import { ProblemNotice } from '../../shared/ProblemNotice.tsx'
import { useSaving } from '../../shared/saving.ts'
import { SignInFrame } from '../sign-in/SignInFrame.tsx'

const LABELS = { password: account.newPassword }

/** Setting a password with the token in the fragment of the address, which is never sent. */
export function ResetPage() {
  const [token] = useState(() => location.hash.slice(1) || '-')
  const [done, setDone] = useState(false)
  const { values, set, errorOf, error, saving, submit } = useSaving({
    initial: { password: '' },
    save: ({ password }) =>
      read(apiOfBrowser().POST('/password-reset', { body: { token, password } })),
    saved: () => setDone(true),
  })
  if (done) {
    return (
      <SignInFrame once title={text.changed} lead={text.sessionsEnded}>
        <Button component="a" href="/app/">
          {text.signIn}
        </Button>
      </SignInFrame>
    )
  }
  return (
    <SignInFrame title={text.title}>
      <form
        noValidate
        onSubmit={(event) => {
          event.preventDefault()
          submit()
        }}
      >
        <Stack>
          <ProblemNotice error={error} labels={LABELS} />
          <PasswordInput
            label={account.newPassword}
            description={account.minimum}
            autoComplete="new-password"
            autoFocus
            required
            value={values.password}
            error={errorOf('password')}
            onChange={({ currentTarget }) => set({ password: currentTarget.value })}
          />
          <Button type="submit" loading={saving}>
            {text.setPassword}
          </Button>
          <Text size="sm" c="dimmed">
            {text.endsSessions}
          </Text>
        </Stack>
      </form>
    </SignInFrame>
  )
}
