import { Badge, Group, Text } from '@mantine/core'
import { text as webhooks } from '#messages/webhooks.ts'
import { TimeAgo } from '../../shared/TimeAgo.tsx'
import { type Delivery, type DeliveryStatus, useLastDelivery } from './webhook.queries.ts'

const text = webhooks.delivery
const RESULTS: Readonly<Record<string, string>> = text.results satisfies Record<
  DeliveryStatus,
  string
>
const COLORS: Record<string, string> = { delivered: 'teal', failed: 'red' }

/** Whether a message waits until its webhook is turned on. */
export const isHeld = ({ status, next_try_at }: Delivery): boolean =>
  status === 'pending' && next_try_at === null

/** The outcome of a message. */
export const Result = ({ delivery }: { delivery: Delivery }) => (
  <Badge variant="dot" tt="none" miw="max-content" color={COLORS[delivery.status] ?? 'gray'}>
    {isHeld(delivery) ? text.held : (RESULTS[delivery.status] ?? delivery.status)}
  </Badge>
)

/** The outcome of the last message to a webhook. */
export function LastResult({ id }: { id: number }) {
  const { data: last } = useLastDelivery(id)
  if (!last) return null
  return (
    <Group gap="xs" mt={4}>
      <Result delivery={last} />
      <Text size="xs" c="dimmed">
        {last.error || last.response_code} · <TimeAgo time={last.created_at} />
      </Text>
    </Group>
  )
}
