import { Badge, Box, Button, Group, Text } from '@mantine/core'
import { useState } from 'react'
import { text } from '#messages/webhooks.ts'
import { EmptyState } from '../../shared/EmptyState.tsx'
import { HookIcon, PencilIcon, PlusIcon, TrashIcon } from '../../shared/icons.tsx'
import { ListPage } from '../../shared/ListPage.tsx'
import { useOpened } from '../../shared/opened.ts'
import { RowAction } from '../../shared/RowAction.tsx'
import { ShownOnce } from '../../shared/ShownOnce.tsx'
import { DeliveryPanel } from './DeliveryPanel.tsx'
import { PausedNotice } from './PausedNotice.tsx'
import { LastResult } from './Result.tsx'
import { WebhookPanel } from './WebhookPanel.tsx'
import { deleteWebhook, useWebhooks, type Webhook } from './webhook.queries.ts'

export function Page() {
  const list = useWebhooks()
  const [edited, setEdited] = useState<Webhook>()
  const [creating, setCreating] = useOpened('new')
  const [watchedId, setWatchedId] = useState<number>()
  const [secret, setSecret] = useState<string>()
  const watched = list.data?.items.find(({ id }) => id === watchedId)
  const create = (
    <Button leftSection={<PlusIcon />} onClick={() => setCreating(true)}>
      {text.create}
    </Button>
  )
  return (
    <ListPage
      title={text.title}
      lead={text.lead}
      actions={create}
      list={list}
      empty={
        <EmptyState icon={<HookIcon size={28} />} title={text.none} action={create}>
          {text.whyCreate}
        </EmptyState>
      }
      above={list.data?.items.map((webhook) => <PausedNotice key={webhook.id} webhook={webhook} />)}
      row={(webhook, _, remove) => (
        <Row
          webhook={webhook}
          edit={() => setEdited(webhook)}
          watch={() => setWatchedId(webhook.id)}
          remove={remove}
        />
      )}
      removal={({ id, name, url }) => ({
        title: text.askDelete(name || url),
        action: text.deleteWebhook,
        run: () => deleteWebhook(id),
        done: text.deleted(url),
        changes: [['webhook']],
        children: text.afterDelete,
      })}
    >
      {(creating || edited) && (
        <WebhookPanel
          webhook={edited}
          close={() => (edited ? setEdited(undefined) : setCreating(false))}
          created={setSecret}
        />
      )}
      {watched && <DeliveryPanel webhook={watched} close={() => setWatchedId(undefined)} />}
      {secret && (
        <ShownOnce title={text.secret} secret={secret} close={() => setSecret(undefined)} />
      )}
    </ListPage>
  )
}

const STOPPED: Readonly<Record<string, string>> = text.stopped

interface RowProps {
  webhook: Webhook
  edit: () => void
  watch: () => void
  remove: () => void
}

function Row({ webhook, edit, watch, remove }: RowProps) {
  const { name, url, events, enabled, disabled_reason } = webhook
  const stopped = disabled_reason ? (STOPPED[disabled_reason] ?? disabled_reason) : text.off
  return (
    <li>
      <Box miw={0} maw="100%">
        <Group gap="xs">
          <Text fw={500} className="clip" maw="100%">
            {name || url}
          </Text>
          {!enabled && (
            <Badge variant="light" color={disabled_reason ? 'red' : 'gray'} tt="none">
              {stopped}
            </Badge>
          )}
        </Group>
        {name && (
          <Text size="sm" className="clip" maw="100%">
            {url}
          </Text>
        )}
        <Text size="sm" c="dimmed">
          {events.join(', ')}
        </Text>
        <LastResult id={webhook.id} />
      </Box>
      <Group gap={2} ml="auto" wrap="nowrap">
        <Button
          variant="subtle"
          size="compact-sm"
          aria-label={text.deliveriesTo(name || url)}
          onClick={watch}
        >
          {text.deliveries}
        </Button>
        <RowAction icon={PencilIcon} label={text.editNamed(name || url)} onClick={edit} />
        <RowAction icon={TrashIcon} label={text.deleteNamed(name || url)} onClick={remove} />
      </Group>
    </li>
  )
}
