import type { Schemas } from '@fingerpost/client'
import { Button, PasswordInput, Stack, Text } from '@mantine/core'
import { useState } from 'react'
import { text as account } from '#messages/account.ts'
import { text } from '#messages/password-reset.ts'
import { apiOfBrowser } from '../../api/client.ts'
import { read } from '../../api/problem.ts'
import { Form } from '../../shared/Form.tsx'
import { filled } from '../../shared/filled.tsx'
import { useSaving } from '../../shared/saving.ts'
import { TimeAgo } from '../../shared/TimeAgo.tsx'
import { SignInFrame } from '../sign-in/SignInFrame.tsx'

/** Setting a password with the token in the fragment of the address, which is never sent. */
export function ResetPage() {
  const [token] = useState(() => location.hash.slice(1) || '-')
  const [done, setDone] = useState<Schemas['ResetDone']>()
  const form = useSaving({
    initial: { password: '' },
    labels: { password: account.newPassword },
    save: ({ password }) =>
      read(apiOfBrowser().POST('/password-reset', { body: { token, password } })),
    saved: setDone,
  })
  if (done) {
    return (
      <SignInFrame once title={text.changed} lead={text.sessionsEnded}>
        <Remaining {...done} />
        <Button component="a" href="/app/">
          {text.signIn}
        </Button>
      </SignInFrame>
    )
  }
  return (
    <SignInFrame title={text.title}>
      <Form {...form}>
        <PasswordInput
          {...form.field('password')}
          description={account.minimum}
          autoComplete="new-password"
          autoFocus
          required
        />
        <Button type="submit" loading={form.saving}>
          {text.setPassword}
        </Button>
        <Text size="sm" c="dimmed">
          {text.endsSessions}
        </Text>
      </Form>
    </SignInFrame>
  )
}

/** What signs in to the account besides the new password. */
function Remaining({ first_proof, organizations_left, sign_in, api_keys }: Schemas['ResetDone']) {
  const { passkeys, sso } = sign_in
  const others = passkeys.length + sso.length > 0
  return (
    <Stack gap="xs">
      {first_proof && <Text size="sm">{text.verified}</Text>}
      {organizations_left.length > 0 && (
        <Text size="sm">{text.left(organizations_left.join(', '))}</Text>
      )}
      <Text size="sm" fw={others ? 500 : undefined}>
        {others ? text.others : text.nothing}
      </Text>
      {others && (
        <Text component="ul" size="sm" m={0} pl="md">
          {passkeys.map(({ name, created_at }) => (
            <li key={created_at}>
              {text.passkey(name)} ({filled(text.added, { added: <TimeAgo time={created_at} /> })})
            </li>
          ))}
          {sso.map((provider) => (
            <li key={provider}>{text.sso(provider)}</li>
          ))}
        </Text>
      )}
      {api_keys > 0 && <Text size="sm">{text.keys(api_keys)}</Text>}
      {(others || api_keys > 0) && (
        <Text size="sm" c="dimmed">
          {text.unknown}
        </Text>
      )}
    </Stack>
  )
}
