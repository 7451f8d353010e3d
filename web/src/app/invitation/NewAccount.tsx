import { Button, Divider, Group, PasswordInput, Radio, Stack, Text, TextInput } from '@mantine/core'
import { useState } from 'react'
import { text as account } from '#messages/account.ts'
import { text } from '#messages/invitation.ts'
import { text as words } from '#messages/shared.ts'
import { hasPasskeys } from '../../api/passkey.ts'
import { useSignInMethods } from '../../api/sso.ts'
import { ProblemNotice } from '../../shared/ProblemNotice.tsx'
import { useSaving } from '../../shared/saving.ts'
import { SsoButton } from '../sign-in/SsoButton.tsx'
import { accept, openTeam, type Preview } from './invitation.queries.ts'

const LABELS = { email: account.email }

interface NewAccountProps {
  token: string
  invitation: Preview
  /** Called when the person has an account already. */
  known: () => void
}

/** The account of a new person. */
export function NewAccount({ token, invitation, known }: NewAccountProps) {
  const { organization, email } = invitation
  const { values, set, errorOf, error, saving, submit } = useSaving({
    initial: { email: email ?? '', name: '', password: '' },
    save: ({ password, ...person }) =>
      accept(token, way === 'password' ? { ...person, password } : person),
    saved: () => openTeam(organization.id),
  })
  const byPassword = useSignInMethods().data?.password ?? true
  const ways = [...(byPassword ? ['password'] : []), ...(hasPasskeys() ? ['passkey'] : [])]
  const [chosen, choose] = useState('password')
  const way = ways.includes(chosen) ? chosen : ways[0]
  return (
    <>
      {way && (
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
              label={words.name}
              autoComplete="name"
              autoFocus
              required
              value={values.name}
              error={errorOf('name')}
              onChange={({ currentTarget }) => set({ name: currentTarget.value })}
            />
            <TextInput
              type="email"
              label={LABELS.email}
              description={email && text.onlyForAddress}
              autoComplete="username"
              readOnly={email !== null}
              required
              value={values.email}
              error={errorOf('email')}
              onChange={({ currentTarget }) => set({ email: currentTarget.value })}
            />
            {ways.length > 1 && (
              <Radio.Group label={text.signInWith} value={way} onChange={choose}>
                <Group mt="xs">
                  <Radio value="password" label={account.password} />
                  <Radio value="passkey" label={account.passkey} />
                </Group>
              </Radio.Group>
            )}
            {way === 'passkey' && (
              <Text size="sm" c="dimmed">
                {text.browserAsks}
              </Text>
            )}
            {way === 'password' && (
              <PasswordInput
                label={account.password}
                description={account.minimum}
                autoComplete="new-password"
                required
                value={values.password}
                error={errorOf('password')}
                onChange={({ currentTarget }) => set({ password: currentTarget.value })}
              />
            )}
            <Button type="submit" loading={saving}>
              {text.createAccount}
            </Button>
          </Stack>
        </form>
      )}
      {byPassword && <Divider label={text.or} />}
      <SsoButton invitation={token} />
      <Button variant="default" onClick={known}>
        {text.haveAccount}
      </Button>
    </>
  )
}
