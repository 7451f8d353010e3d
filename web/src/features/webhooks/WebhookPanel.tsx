import { Checkbox, Stack, Switch, TextInput } from '@mantine/core'
import { text as words } from '#messages/shared.ts'
import { text } from '#messages/webhooks.ts'
import { FormPanel } from '../../shared/FormPanel.tsx'
import { useSaving } from '../../shared/saving.ts'
import { EVENTS, type EventType, saveWebhook, type Webhook } from './webhook.queries.ts'
import { WEBHOOK_LABELS } from './webhook.rules.ts'

interface WebhookPanelProps {
  /** The webhook to edit; undefined creates one. */
  webhook: Webhook | undefined
  close: () => void
  /** Called with the secret of a new webhook. */
  created: (secret: string) => void
}

export function WebhookPanel({ webhook, close, created }: WebhookPanelProps) {
  const form = useSaving({
    initial: {
      name: webhook?.name ?? '',
      url: webhook?.url ?? '',
      events: (webhook?.events ?? ['link.created', 'link.clicked']) as EventType[],
      enabled: webhook?.enabled ?? true,
    },
    labels: WEBHOOK_LABELS,
    save: (values) => saveWebhook(webhook, values),
    changes: ['webhook'],
    saved: ({ secret }) => {
      close()
      if (secret) created(secret)
    },
  })
  const { field } = form
  return (
    <FormPanel
      {...form}
      title={webhook ? text.edit : text.create}
      save={webhook ? words.save : words.create}
      close={close}
    >
      <TextInput
        type="url"
        {...field('url')}
        description={text.signed}
        placeholder="https://shop.example/hooks/links"
        required
        data-autofocus
      />
      <TextInput {...field('name')} />
      <Checkbox.Group {...field('events')}>
        <Stack gap="xs" mt="xs">
          {Object.entries(EVENTS).map(([event, happened]) => (
            <Checkbox key={event} value={event} label={happened} />
          ))}
        </Stack>
      </Checkbox.Group>
      <Switch {...field('enabled')} />
    </FormPanel>
  )
}
