import { Box, Button, Group, Text, TextInput, Title } from '@mantine/core'
import { notifications } from '@mantine/notifications'
import { useState } from 'react'
import { text } from '#messages/profile.ts'
import { text as words } from '#messages/shared.ts'
import { addPasskey, hasPasskeys } from '../../api/passkey.ts'
import { ConfirmPanel } from '../../shared/ConfirmPanel.tsx'
import { Form } from '../../shared/Form.tsx'
import { filled } from '../../shared/filled.tsx'
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
          {text.passkeys.title}
        </Title>
        <Text size="sm" c="dimmed" mt={4}>
          {text.passkeys.lead}
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
          title={text.passkeys.removeAsked(removed.name)}
          action={text.passkeys.remove}
          run={() => deletePasskey(removed.id)}
          done={text.passkeys.removed}
          changes={[PASSKEYS]}
          close={() => setRemoved(undefined)}
        >
          {text.passkeys.removeElsewhere}
        </ConfirmPanel>
      )}
    </Panel>
  )
}

function AddPasskey() {
  const initial = { name: browserName(navigator.userAgent) }
  const form = useSaving({
    initial,
    labels: { name: text.passkeys.newName },
    save: ({ name }) => addPasskey(name),
    changes: PASSKEYS,
    saved: () => {
      form.set(initial)
      notifications.show({ message: text.passkeys.added })
    },
  })
  return (
    <Form {...form} gap="sm" p="md">
      <TextInput {...form.field('name')} />
      <Group>
        <Button type="submit" variant="default" loading={form.saving}>
          {text.passkeys.add}
        </Button>
      </Group>
    </Form>
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
      <Box miw={0} flex="1 1 12rem">
        <Text fw={500}>{name}</Text>
        <Text size="sm" c="dimmed">
          {host !== location.hostname && `${text.passkeys.forHost(host)} · `}
          {filled(used_at ? text.passkeys.used : text.passkeys.unused, {
            added: <TimeAgo time={created_at} />,
            used: used_at && <TimeAgo time={used_at} />,
          })}
        </Text>
      </Box>
      <Group gap={2} ml="auto" wrap="nowrap">
        <Button
          variant="subtle"
          size="compact-sm"
          aria-label={text.passkeys.renameNamed(name)}
          onClick={rename}
        >
          {text.passkeys.rename}
        </Button>
        <Button
          variant="subtle"
          size="compact-sm"
          aria-label={text.passkeys.removeNamed(name)}
          onClick={remove}
        >
          {words.remove}
        </Button>
      </Group>
    </li>
  )
}
