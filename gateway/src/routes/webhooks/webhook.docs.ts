import type { Operations } from '../../schema/operation.schema.ts'

const WEBHOOK = {
  id: 4,
  org_id: '7',
  name: 'Shop',
  url: 'https://shop.example.com/hooks/links',
  events: ['link.created', 'link.clicked'],
  enabled: true,
  disabled_reason: null,
  failures: 0,
  failing_since: null,
  previous_secret_until: null,
  created_at: '2026-11-01T08:00:00.000Z',
  updated_at: '2026-11-01T08:00:00.000Z',
}

const DELIVERY = {
  id: 91,
  message_id: 'msg_0198c1f0-6d1c-4d6a-8a5b-6b1f4d1c2e3f',
  type: 'link.created',
  status: 'delivered',
  tries: 1,
  response_code: 204,
  duration_ms: 43,
  error: null,
  created_at: '2026-11-20T12:00:00.000Z',
  next_try_at: null,
}

const DETAIL = {
  ...DELIVERY,
  payload: '{"type":"link.created","timestamp":"2026-11-20T12:00:00.000Z","data":{"id":"1042"}}',
  response: 'ok',
}

const HOW = `Events are sent as JSON, \`{type, timestamp, data}\`, signed as
[Standard Webhooks](https://www.standardwebhooks.com) has it: verify \`webhook-signature\` with the secret,
and use \`webhook-id\` to tell a repeat, because each message comes at least once. \`data\` is the link as
\`GET /link/{link_id}\` shows it, for \`import.finished\` the import without its items, and for \`domain.…\` the id, name
and proof of the domain: \`failing\` when its DNS record is missing, \`unverified\` after seven days of that. Answer 2xx within ten
seconds; redirects are not followed. A failed message is tried 8 times within 24 hours. After 24 hours in which
every attempt failed (since \`failing_since\`) the webhook is paused: \`disabled_reason\` is \`failing\`, and
messages are kept for 30 days. \`enabled: true\` resumes it and sends the messages it missed. An answer 410
disables it for good (\`gone\`). \`link.clicked\` carries the new total: clicks that arrive while a
message waits are part of that message.`

export const webhookDocs: Operations = {
  'GET /webhook': {
    id: 'listWebhooks',
    summary: 'List webhooks',
    tag: 'Webhooks',
    answer: { items: [WEBHOOK], total: 1, offset: 0, limit: 25 },
  },
  'POST /webhook': {
    id: 'createWebhook',
    summary: 'Create a webhook',
    description: `The secret is returned only in this response. It is random unless the request sets one. ${HOW}`,
    tag: 'Webhooks',
    request: {
      name: 'Shop',
      url: 'https://shop.example.com/hooks/links',
      events: ['link.created', 'link.clicked'],
    },
    answer: { ...WEBHOOK, secret: 'whsec_…' },
    problems: ['quota_exceeded'],
  },
  'GET /webhook/{id}': {
    id: 'getWebhook',
    summary: 'Read a webhook',
    tag: 'Webhooks',
    answer: WEBHOOK,
  },
  'PUT /webhook/{id}': {
    id: 'updateWebhook',
    summary: 'Change a webhook',
    description:
      '`enabled: true` resumes a paused webhook and sends the messages it missed. A new `secret` (`whsec_` and 24 to 64 bytes in base64) takes effect at once. For 24 hours, until `previous_secret_until`, messages are also signed with the previous secret. A change of `url` or `secret` makes the webhook one of the caller: it stops when the person leaves the team, or when the API key that did it is revoked.',
    tag: 'Webhooks',
    request: { enabled: true },
    answer: WEBHOOK,
  },
  'DELETE /webhook/{id}': {
    id: 'deleteWebhook',
    summary: 'Delete a webhook',
    description: 'Its log and its pending messages are deleted, too.',
    tag: 'Webhooks',
    answer: { id: 4, deleted: true },
  },
  'POST /webhook/{id}/test': {
    id: 'testWebhook',
    summary: 'Send a webhook.test message',
    description:
      'Sends one message immediately, even if the webhook is disabled. The receiver has ten seconds to answer; the response has the outcome.',
    tag: 'Webhooks',
    answer: { ...DETAIL, type: 'webhook.test' },
  },
  'GET /webhook/{id}/delivery': {
    id: 'listWebhookDeliveries',
    summary: 'Read the log of a webhook',
    description:
      'Newest first; kept for 30 days. `next_try_at` of a pending message is null while its webhook is paused or disabled. When the receiver ends the webhook (410), its pending messages fail.',
    tag: 'Webhooks',
    answer: { items: [DELIVERY], total: 1, offset: 0, limit: 25 },
  },
  'GET /webhook/{id}/delivery/{delivery_id}': {
    id: 'getWebhookDelivery',
    summary: 'Read a message of the log',
    description:
      '`payload` is the body that the last attempt sent. `response` is the first 2 KiB of the response; what arrives later than a second after the headers is not kept.',
    tag: 'Webhooks',
    answer: DETAIL,
  },
  'POST /webhook/{id}/delivery/{delivery_id}/resend': {
    id: 'resendWebhookDelivery',
    summary: 'Send a message again',
    description:
      'Queues a message that was delivered or failed once more, with up to 8 attempts and the same `webhook-id`.',
    tag: 'Webhooks',
    answer: { ...DETAIL, status: 'pending', tries: 0, next_try_at: '2026-11-20T12:05:00.000Z' },
    problems: ['webhook_disabled', 'delivery_pending'],
  },
}
