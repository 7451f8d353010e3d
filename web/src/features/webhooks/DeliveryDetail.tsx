import { Box, Button, Code, Skeleton, Stack, Text } from '@mantine/core'
import { text as webhooks } from '#messages/webhooks.ts'
import { ProblemNotice } from '../../shared/ProblemNotice.tsx'
import { type Delivery, useDelivery, useResend, type Webhook } from './webhook.queries.ts'

const words = webhooks.delivery

/** What the last attempt of a message sent and received. */
export function DeliveryDetail({ webhook, delivery }: { webhook: Webhook; delivery: Delivery }) {
  const { data, error, refetch } = useDelivery(webhook.id, delivery)
  const resend = useResend(webhook.id)
  const sendable = webhook.enabled && delivery.status !== 'pending'
  return (
    <Stack gap="sm" pb="sm">
      <ProblemNotice error={error ?? resend.error} retry={error ? refetch : undefined} />
      {!data && !error && <Skeleton h={80} />}
      {data && (
        <>
          <Body title={words.payload} text={data.payload && indented(data.payload)} />
          <Body title={words.response} text={data.response} />
          {sendable && (
            <Button
              variant="default"
              size="compact-sm"
              style={{ alignSelf: 'flex-start' }}
              loading={resend.isPending}
              onClick={() => resend.mutate(delivery.id)}
            >
              {words.sendAgain}
            </Button>
          )}
        </>
      )}
    </Stack>
  )
}

const WRAPPED = {
  overflow: 'auto',
  overflowWrap: 'anywhere',
  whiteSpace: 'pre-wrap',
} as const

function Body({ title, text }: { title: string; text: string | null }) {
  return (
    <Box>
      <Text size="sm" fw={500}>
        {title}
      </Text>
      {text ? (
        <Code block mah={240} style={WRAPPED} tabIndex={0} aria-label={title}>
          {text}
        </Code>
      ) : (
        <Text size="sm" c="dimmed">
          {text === null ? words.notRecorded : words.empty}
        </Text>
      )}
    </Box>
  )
}

/** JSON with line breaks; other text as it is. */
function indented(text: string): string {
  try {
    return JSON.stringify(JSON.parse(text), null, 2)
  } catch {
    return text
  }
}
