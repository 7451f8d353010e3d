import { Button, Divider, Group, PasswordInput, Radio, Text, TextInput } from '@mantine/core'
import { useState } from 'react'
import { text as account } from '#messages/account.ts'
import { text } from '#messages/invitation.ts'
import { text as words } from '#messages/shared.ts'
import { hasPasskeys } from '../../api/passkey.ts'
import { useSignInMethods } from '../../api/sso.ts'
import { Form } from '../../shared/Form.tsx'
import { useSaving } from '../../shared/saving.ts'
import { SsoButton } from '../sign-in/SsoButton.tsx'
import { accept, openTeam, type Preview } from './invitation.queries.ts'

const LABELS = { name: words.name, email: account.email, password: account.password }

interface NewAccountProps {
  token: string
  invitation: Preview
  /** Called when the person has an account already. */
  known: () => void
}

/** The account of a new person. */
export function NewAccount({ token, invitation, known }: NewAccountProps) {
  const { organization, email } = invitation
  const form = useSaving({
    initial: { email: email ?? '', name: '', password: '' },
    labels: LABELS,
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
        <Form {...form}>
          <TextInput {...form.field('name')} autoComplete="name" autoFocus required />
          <TextInput
            type="email"
            {...form.field('email')}
            description={email && text.onlyForAddress}
            autoComplete="username"
            readOnly={email !== null}
            required
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
              {...form.field('password')}
              description={account.minimum}
              autoComplete="new-password"
              required
            />
          )}
          <Button type="submit" loading={form.saving}>
            {text.createAccount}
          </Button>
        </Form>
      )}
      {byPassword && <Divider label={text.or} />}
      <SsoButton invitation={token} />
      <Button variant="default" onClick={known}>
        {text.haveAccount}
      </Button>
    </>
  )
}
