import { Button, Stack, Text, TextInput } from '@mantine/core'
import { useState } from 'react'
import { text as account } from '#messages/account.ts'
import { text } from '#messages/sign-in.ts'
import { apiOfBrowser } from '../../api/client.ts'
import { read } from '../../api/problem.ts'
import { Form } from '../../shared/Form.tsx'
import { useSaving } from '../../shared/saving.ts'

/** Requests a link that sets a new password. */
export function ForgottenPassword({ back }: { back: () => void }) {
  const [sent, setSent] = useState(false)
  const form = useSaving({
    initial: { email: '' },
    labels: { email: account.email },
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
    <Form {...form}>
      <TextInput
        type="email"
        {...form.field('email')}
        autoComplete="username"
        autoFocus
        required
        withAsterisk={false}
      />
      <Button type="submit" loading={form.saving}>
        {text.sendLink}
      </Button>
      {other}
    </Form>
  )
}
