import { Button, PasswordInput, Stack, Text } from '@mantine/core'
import { useState } from 'react'
import { apiOfBrowser } from '../../api/client.ts'
import { read } from '../../api/problem.ts'
import { ProblemNotice } from '../../shared/ProblemNotice.tsx'
import { useSaving } from '../../shared/saving.ts'
import { SignInFrame } from '../sign-in/SignInFrame.tsx'

/** Setting a password with the token in the fragment of the address, which is never sent. */
export function ResetPage() {
  const [token] = useState(() => location.hash.slice(1) || '-')
  const [done, setDone] = useState(false)
  const { values, set, errorOf, error, saving, submit } = useSaving({
    initial: { password: '' },
    save: ({ password }) =>
      read(apiOfBrowser().POST('/password-reset', { body: { token, password } })),
    changes: [],
    saved: () => setDone(true),
  })
  if (done) {
    return (
      <SignInFrame title="Password changed" lead="All of your sessions have ended.">
        <Button component="a" href="/app/">
          Sign in
        </Button>
      </SignInFrame>
    )
  }
  return (
    <SignInFrame title="Set a new password">
      <form
        noValidate
        onSubmit={(event) => {
          event.preventDefault()
          submit()
        }}
      >
        <Stack>
          <ProblemNotice error={error} />
          <PasswordInput
            label="New password"
            description="At least 10 characters"
            autoComplete="new-password"
            autoFocus
            required
            value={values.password}
            error={errorOf('password')}
            onChange={({ currentTarget }) => set({ password: currentTarget.value })}
          />
          <Button type="submit" loading={saving}>
            Set password
          </Button>
          <Text size="sm" c="dimmed">
            Ends all of your sessions.
          </Text>
        </Stack>
      </form>
    </SignInFrame>
  )
}
