import { ActionIcon, Badge, Box, Button, Group, Pagination, Text } from '@mantine/core'
import { useState } from 'react'
import { ConfirmPanel } from '../../shared/ConfirmPanel.tsx'
import { EmptyState } from '../../shared/EmptyState.tsx'
import { HookIcon, PencilIcon, PlusIcon, TrashIcon } from '../../shared/icons.tsx'
import { PageHeader } from '../../shared/PageHeader.tsx'
import { Panel } from '../../shared/Panel.tsx'
import { ProblemNotice } from '../../shared/ProblemNotice.tsx'
import { Rows } from '../../shared/Rows.tsx'
import { ShownOnce } from '../../shared/ShownOnce.tsx'
import { DeliveryPanel } from './DeliveryPanel.tsx'
import { PausedNotice } from './PausedNotice.tsx'
import { WebhookPanel } from './WebhookPanel.tsx'
import { deleteWebhook, useWebhookPage, type Webhook } from './webhook.queries.ts'

export function Page() {
  const [page, setPage] = useState(1)
  const [edited, setEdited] = useState<Webhook | 'new'>()
  const [watchedId, setWatchedId] = useState<number>()
  const [removed, setRemoved] = useState<Webhook>()
  const [secret, setSecret] = useState<string>()
  const { data, error, refetch } = useWebhookPage(page - 1)
  const shown = data?.items
  const watched = shown?.find(({ id }) => id === watchedId)
  const pages = data ? Math.ceil(data.total / data.limit) : 1
  const create = (
    <Button leftSection={<PlusIcon />} onClick={() => setEdited('new')}>
      Create webhook
    </Button>
  )
  return (
    <>
      <PageHeader title="Webhooks" lead="Get notified when something happens.">
        {create}
      </PageHeader>
      <ProblemNotice error={error} retry={refetch} />
      {shown?.length === 0 && (
        <EmptyState icon={<HookIcon size={28} />} title="No webhooks yet" action={create}>
          Receive a message at your URL when a link is created, changed or clicked.
        </EmptyState>
      )}
      {shown?.map((webhook) => (
        <PausedNotice key={webhook.id} webhook={webhook} />
      ))}
      {shown && shown.length > 0 && (
        <Panel p={0}>
          <Rows>
            {shown.map((webhook) => (
              <Row
                key={webhook.id}
                webhook={webhook}
                edit={() => setEdited(webhook)}
                watch={() => setWatchedId(webhook.id)}
                remove={() => setRemoved(webhook)}
              />
            ))}
          </Rows>
        </Panel>
      )}
      {pages > 1 && <Pagination mt="md" total={pages} value={page} onChange={setPage} />}
      {edited && (
        <WebhookPanel
          webhook={edited === 'new' ? undefined : edited}
          close={() => setEdited(undefined)}
          created={setSecret}
        />
      )}
      {watched && <DeliveryPanel webhook={watched} close={() => setWatchedId(undefined)} />}
      {removed && (
        <ConfirmPanel
          title={`Delete ${removed.name || removed.url}?`}
          action="Delete webhook"
          run={() => deleteWebhook(removed.id)}
          done={`Deleted the webhook to ${removed.url}`}
          changes={[['webhook']]}
          close={() => setRemoved(undefined)}
        >
          Its log and all messages that were not sent yet are deleted, too. This cannot be undone.
        </ConfirmPanel>
      )}
      {secret && (
        <ShownOnce title="Signing secret" secret={secret} close={() => setSecret(undefined)} />
      )}
    </>
  )
}

const STOPPED: Record<string, string> = {
  failing: 'Paused',
  gone: 'Ended by the receiver',
}

interface RowProps {
  webhook: Webhook
  edit: () => void
  watch: () => void
  remove: () => void
}

function Row({ webhook, edit, watch, remove }: RowProps) {
  const { name, url, events, enabled, disabled_reason } = webhook
  const stopped = disabled_reason ? (STOPPED[disabled_reason] ?? disabled_reason) : 'Off'
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
        <Text size="sm" c="dimmed">
          {events.join(', ')}
        </Text>
      </Box>
      <Group gap={2} ml="auto" wrap="nowrap">
        <Button
          variant="subtle"
          size="compact-sm"
          aria-label={`Deliveries to ${name || url}`}
          onClick={watch}
        >
          Deliveries
        </Button>
        <ActionIcon variant="subtle" color="gray" aria-label={`Edit ${name || url}`} onClick={edit}>
          <PencilIcon />
        </ActionIcon>
        <ActionIcon
          variant="subtle"
          color="gray"
          aria-label={`Delete ${name || url}`}
          onClick={remove}
        >
          <TrashIcon />
        </ActionIcon>
      </Group>
    </li>
  )
}
