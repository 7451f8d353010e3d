import { Button, Stack, Text, TextInput } from '@mantine/core'
import { useState } from 'react'
import { text as account } from '#messages/account.ts'
import { text } from '#messages/sign-in.ts'
import { apiOfBrowser } from '../../api/client.ts'
import { read } from '../../api/problem.ts'
import { ProblemNotice } from '../../shared/ProblemNotice.tsx'
import { useSaving } from '../../shared/saving.ts'

const LABELS = { email: account.email }

/** Requests a link that sets a new password. */
export function ForgottenPassword({ back }: { back: () => void }) {
  const [sent, setSent] = useState(false)
  const { values, set, errorOf, error, saving, submit } = useSaving({
    initial: { email: '' },
    save: ({ email }) =>
      read(apiOfBrowser().POST('/password-reset/request', { body: { email: email.trim() } })),
    saved: () => setSent(true),
  })
  const other = (
    <Button variant="subtle" onClick={back}>
      {text.back}
    </Button>
  )
  if (sent) {
    return (
      <Stack>
        <Text role="status">{text.linkSent}</Text>
        {other}
      </Stack>
    )
  }
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
          label={LABELS.email}
          autoComplete="username"
          autoFocus
          required
          withAsterisk={false}
          value={values.email}
          error={errorOf('email')}
          onChange={({ currentTarget }) => set({ email: currentTarget.value })}
        />
        <Button type="submit" loading={saving}>
          {text.sendLink}
        </Button>
        {other}
      </Stack>
    </form>
  )
}
