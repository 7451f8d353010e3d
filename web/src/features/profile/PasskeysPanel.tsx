import { Box, Button, Group, Stack, Text, TextInput, Title } from '@mantine/core'
import { notifications } from '@mantine/notifications'
import { useState } from 'react'
import { addPasskey, hasPasskeys } from '../../api/passkey.ts'
import { ConfirmPanel } from '../../shared/ConfirmPanel.tsx'
import { Panel } from '../../shared/Panel.tsx'
import { ProblemNotice } from '../../shared/ProblemNotice.tsx'
import { Rows } from '../../shared/Rows.tsx'
import { useSaving } from '../../shared/saving.ts'
import { TimeAgo } from '../../shared/TimeAgo.tsx'
import { deletePasskey, PASSKEYS, type Passkey, usePasskeys } from './passkey.queries.ts'
import { RenamePasskey } from './RenamePasskey.tsx'
import { browserName } from './user-agent.rules.ts'

/** The passkeys of the person, and a form that adds one. */
export function PasskeysPanel() {
  const { data, error, refetch } = usePasskeys()
  const [renamed, setRenamed] = useState<Passkey>()
  const [removed, setRemoved] = useState<Passkey>()
  return (
    <Panel p={0}>
      <Box p="md" pb="xs">
        <Title order={2} size="h4">
          Passkeys
        </Title>
        <Text size="sm" c="dimmed" mt={4}>
          Sign in with a fingerprint, your face or a PIN instead of a password.
        </Text>
      </Box>
      <ProblemNotice error={error} retry={refetch} />
      {data && data.items.length > 0 && (
        <Rows>
          {data.items.map((passkey) => (
            <Row
              key={passkey.id}
              passkey={passkey}
              rename={() => setRenamed(passkey)}
              remove={() => setRemoved(passkey)}
            />
          ))}
        </Rows>
      )}
      {hasPasskeys() && <AddPasskey />}
      {renamed && <RenamePasskey passkey={renamed} close={() => setRenamed(undefined)} />}
      {removed && (
        <ConfirmPanel
          title={`Remove the passkey ${removed.name}?`}
          action="Remove passkey"
          run={() => deletePasskey(removed.id)}
          done="Passkey removed"
          changes={[PASSKEYS]}
          close={() => setRemoved(undefined)}
        >
          It no longer signs you in. Remove it from your device or password manager, too.
        </ConfirmPanel>
      )}
    </Panel>
  )
}

function AddPasskey() {
  const initial = { name: browserName(navigator.userAgent) }
  const { values, set, errorOf, error, saving, submit } = useSaving({
    initial,
    save: ({ name }) => addPasskey(name),
    changes: PASSKEYS,
    saved: () => {
      set(initial)
      notifications.show({ message: 'Passkey added' })
    },
  })
  return (
    <form
      noValidate
      onSubmit={(event) => {
        event.preventDefault()
        submit()
      }}
    >
      <Stack gap="sm" p="md">
        <ProblemNotice error={error} />
        <TextInput
          label="Name of the new passkey"
          value={values.name}
          error={errorOf('name')}
          onChange={({ currentTarget }) => set({ name: currentTarget.value })}
        />
        <Group>
          <Button type="submit" variant="default" loading={saving}>
            Add a passkey
          </Button>
        </Group>
      </Stack>
    </form>
  )
}

interface RowProps {
  passkey: Passkey
  rename: () => void
  remove: () => void
}

function Row({ passkey, rename, remove }: RowProps) {
  const { name, host, created_at, used_at } = passkey
  return (
    <li>
      <Box miw={0} flex={1}>
        <Text fw={500}>{name}</Text>
        <Text size="sm" c="dimmed">
          {host !== location.hostname && `For ${host} · `}
          Added <TimeAgo time={created_at} /> ·{' '}
          {used_at ? (
            <>
              last used <TimeAgo time={used_at} />
            </>
          ) : (
            'not used yet'
          )}
        </Text>
      </Box>
      <Button
        variant="subtle"
        size="compact-sm"
        aria-label={`Rename the passkey ${name}`}
        onClick={rename}
      >
        Rename
      </Button>
      <Button
        variant="subtle"
        size="compact-sm"
        aria-label={`Remove the passkey ${name}`}
        onClick={remove}
      >
        Remove
      </Button>
    </li>
  )
}
