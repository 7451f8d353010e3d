import { Badge, Box, Button, Group, Text } from '@mantine/core'
import { useState } from 'react'
import { text } from '#messages/keys.ts'
import { leave } from '../../api/sign-in.ts'
import { filled } from '../../shared/filled.tsx'
import { PlusIcon, ReloadIcon, TrashIcon } from '../../shared/icons.tsx'
import { ListPage } from '../../shared/ListPage.tsx'
import { useOpened } from '../../shared/opened.ts'
import { RowAction } from '../../shared/RowAction.tsx'
import { ShownOnce } from '../../shared/ShownOnce.tsx'
import { TimeAgo } from '../../shared/TimeAgo.tsx'
import { KeyPanel } from './KeyPanel.tsx'
import { isOurs, type Key, revokeKey, SCOPES, useKeys } from './key.queries.ts'
import { RotatePanel } from './RotatePanel.tsx'

export function Page() {
  const list = useKeys()
  const [creating, setCreating] = useOpened('new')
  const [made, setMade] = useState<string>()
  const [rotating, setRotating] = useState<Key>()
  return (
    <ListPage
      title={text.title}
      lead={text.lead}
      actions={
        <>
          <Button component="a" href="/docs" variant="default">
            {text.reference}
          </Button>
          <Button leftSection={<PlusIcon />} onClick={() => setCreating(true)}>
            {text.create}
          </Button>
        </>
      }
      list={list}
      row={(key, _, remove) => <Row apiKey={key} rotate={() => setRotating(key)} revoke={remove} />}
      removal={(key) => ({
        title: text.askRevoke(key.name),
        action: text.revokeKey,
        run: () => revoke(key),
        done: text.revoked(key.name),
        changes: [['key']],
        children: isOurs(key) ? text.afterRevokeOfSession : text.afterRevoke,
      })}
    >
      {creating && (
        <KeyPanel
          close={() => setCreating(false)}
          created={({ key }) => {
            setCreating(false)
            setMade(key)
          }}
        />
      )}
      {rotating && (
        <RotatePanel
          apiKey={rotating}
          close={() => setRotating(undefined)}
          rotated={({ key }) => {
            setRotating(undefined)
            setMade(key)
          }}
        />
      )}
      {made && <ShownOnce title={text.newKey} secret={made} close={() => setMade(undefined)} />}
    </ListPage>
  )
}

/** Revokes a key. Revoking the key of this session ends the session. */
async function revoke(key: Key): Promise<void> {
  await revokeKey(key.id)
  if (isOurs(key)) leave(text.signedOut)
}

interface RowProps {
  apiKey: Key
  rotate: () => void
  revoke: () => void
}

function Row({ apiKey, rotate, revoke }: RowProps) {
  const { name, last_four, scopes, expires_at, created_at, last_used_at, previous_key_until } =
    apiKey
  const expired = expires_at !== null && Date.parse(expires_at) < Date.now()
  return (
    <li>
      <Box miw={0} flex={1}>
        <Group gap="xs">
          <Text fw={500}>{name}</Text>
          <Text size="sm" c="dimmed" className="mono">
            …{last_four}
          </Text>
          {isOurs(apiKey) && (
            <Badge variant="default" tt="none">
              {text.thisSession}
            </Badge>
          )}
          {expired && (
            <Badge variant="light" color="red" tt="none">
              {text.expired}
            </Badge>
          )}
        </Group>
        <Text size="sm" c="dimmed">
          {scopes.length === SCOPES.length ? text.allScopes : scopes.join(', ')}
          {' · '}
          {filled(text.created, { when: <TimeAgo time={created_at} /> })}
          {' · '}
          {last_used_at
            ? filled(text.used, { when: <TimeAgo time={last_used_at} /> })
            : text.neverUsed}
          {expires_at && !expired && (
            <>
              {' · '}
              {filled(text.expiresWhen, { when: <TimeAgo time={expires_at} /> })}
            </>
          )}
          {previous_key_until && (
            <>
              {' · '}
              {filled(text.previousEnds, { when: <TimeAgo time={previous_key_until} /> })}
            </>
          )}
        </Text>
      </Box>
      <RowAction icon={ReloadIcon} label={text.rotateNamed(name)} onClick={rotate} />
      <RowAction icon={TrashIcon} label={text.revokeNamed(name)} onClick={revoke} />
    </li>
  )
}
