import { Alert, Button, Stack, Text } from '@mantine/core'
import { text } from '#messages/webhooks.ts'
import { filled } from '../../shared/filled.tsx'
import { AlertIcon } from '../../shared/icons.tsx'
import { ProblemNotice } from '../../shared/ProblemNotice.tsx'
import { TimeAgo } from '../../shared/TimeAgo.tsx'
import { useResumeWebhook, type Webhook } from './webhook.queries.ts'

/** What a pause means, and how it ends. Renders nothing for a webhook that is not paused. */
export function PausedNotice({ webhook }: { webhook: Webhook }) {
  const resume = useResumeWebhook()
  const { id, name, url, disabled_reason, failing_since } = webhook
  if (disabled_reason !== 'failing') return null
  return (
    <Alert
      color="red"
      variant="light"
      icon={<AlertIcon />}
      title={text.paused.title(name || url)}
      mb="md"
    >
      <Stack gap="xs" align="flex-start">
        <Text size="sm">
          {failing_since
            ? filled(text.paused.failedSince, { when: <TimeAgo time={failing_since} /> })
            : text.paused.failed}
        </Text>
        <ProblemNotice error={resume.error} />
        <Button
          variant="default"
          size="compact-sm"
          h="auto"
          py={4}
          maw="100%"
          styles={{ label: { whiteSpace: 'normal', lineHeight: 1.3 } }}
          loading={resume.isPending}
          onClick={() => resume.mutate(id)}
        >
          {text.paused.resume}
        </Button>
      </Stack>
    </Alert>
  )
}
