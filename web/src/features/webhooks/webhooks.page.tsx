import { ActionIcon, Badge, Box, Button, Group, Text } from '@mantine/core'
import { useState } from 'react'
import { text } from '#messages/webhooks.ts'
import { ConfirmPanel } from '../../shared/ConfirmPanel.tsx'
import { EmptyState } from '../../shared/EmptyState.tsx'
import { HookIcon, PencilIcon, PlusIcon, TrashIcon } from '../../shared/icons.tsx'
import { PageChoice } from '../../shared/PageChoice.tsx'
import { PageHeader } from '../../shared/PageHeader.tsx'
import { Panel } from '../../shared/Panel.tsx'
import { ProblemNotice } from '../../shared/ProblemNotice.tsx'
import { Rows } from '../../shared/Rows.tsx'
import { ShownOnce } from '../../shared/ShownOnce.tsx'
import { WaitingRows } from '../../shared/WaitingRows.tsx'
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
  const create = (
    <Button leftSection={<PlusIcon />} onClick={() => setEdited('new')}>
      {text.create}
    </Button>
  )
  return (
    <>
      <PageHeader title={text.title} lead={text.lead}>
        {create}
      </PageHeader>
      <ProblemNotice error={error} retry={refetch} />
      {!data && !error && <WaitingRows />}
      {shown?.length === 0 && (
        <EmptyState icon={<HookIcon size={28} />} title={text.none} action={create}>
          {text.whyCreate}
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
      <PageChoice of={data} page={page} change={setPage} />
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
          title={text.askDelete(removed.name || removed.url)}
          action={text.deleteWebhook}
          run={() => deleteWebhook(removed.id)}
          done={text.deleted(removed.url)}
          changes={[['webhook']]}
          close={() => setRemoved(undefined)}
        >
          {text.afterDelete}
        </ConfirmPanel>
      )}
      {secret && (
        <ShownOnce title={text.secret} secret={secret} close={() => setSecret(undefined)} />
      )}
    </>
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
        <Text size="sm" c="dimmed">
          {events.join(', ')}
        </Text>
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
        <ActionIcon
          variant="subtle"
          color="gray"
          aria-label={text.editNamed(name || url)}
          onClick={edit}
        >
          <PencilIcon />
        </ActionIcon>
        <ActionIcon
          variant="subtle"
          color="gray"
          aria-label={text.deleteNamed(name || url)}
          onClick={remove}
        >
          <TrashIcon />
        </ActionIcon>
      </Group>
    </li>
  )
}
