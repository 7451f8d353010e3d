import { Button, Divider, Group, PasswordInput, Radio, Text, TextInput } from '@mantine/core'
import { useRef, useState } from 'react'
import { text as account } from '#messages/account.ts'
import { text } from '#messages/invitation.ts'
import { text as words } from '#messages/shared.ts'
import { hasPasskeys } from '../../api/passkey.ts'
import { useSignInMethods } from '../../api/sso.ts'
import { Form } from '../../shared/Form.tsx'
import { useSaving } from '../../shared/saving.ts'
import { SsoButton } from '../sign-in/SsoButton.tsx'
import { accept, openTeam, type Preview, renameTeam } from './invitation.queries.ts'

const LABELS = {
  team: text.teamName,
  name: words.name,
  email: account.email,
  password: account.password,
}

/** Characters, as the API allows. */
const MAX_TEAM_NAME = 128

interface NewAccountProps {
  token: string
  invitation: Preview
  /** Called when the person has an account already. */
  known: () => void
  /** Whether this is the first person of the team, who names it. */
  first?: boolean
}

/** The account of a new person. */
export function NewAccount({ token, invitation, known, first = false }: NewAccountProps) {
  const { organization, email } = invitation
  const accepted = useRef(false)
  const form = useSaving({
    initial: { team: organization.name, email: email ?? '', name: '', password: '' },
    labels: LABELS,
    save: async ({ team, password, ...person }) => {
      // A second attempt, after the team could not be renamed, does not accept again.
      if (!accepted.current)
        await accept(token, way === 'password' ? { ...person, password } : person)
      accepted.current = true
      const name = team.trim()
      if (first && name && name !== organization.name) await renameTeam(organization.id, name)
    },
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
          {first && (
            <TextInput
              {...form.field('team')}
              maxLength={MAX_TEAM_NAME}
              autoComplete="organization"
              autoFocus
              onFocus={({ currentTarget }) => currentTarget.select()}
              required
            />
          )}
          <TextInput {...form.field('name')} autoComplete="name" autoFocus={!first} required />
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
