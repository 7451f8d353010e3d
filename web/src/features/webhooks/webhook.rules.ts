import { text as words } from '#messages/shared.ts'
import { text } from '#messages/webhooks.ts'
import type { WebhookForm } from './webhook.queries.ts'

export const WEBHOOK_LABELS: Readonly<Record<keyof WebhookForm, string>> = {
  name: words.name,
  url: text.url,
  events: text.eventsLabel,
  enabled: text.on,
}
