import { Alert, Button, Group, Stack, Text } from '@mantine/core'
import { problemOf } from '../api/problem.ts'
import { CopyButton } from './CopyButton.tsx'
import { AlertIcon } from './icons.tsx'

interface ProblemNoticeProps {
  /** Any thrown error; renders nothing for null. */
  error: unknown
  /** Adds a retry button. */
  retry?: (() => unknown) | undefined
}

/** An API error message, with the request id for support. */
export function ProblemNotice({ error, retry }: ProblemNoticeProps) {
  if (error === null || error === undefined) return null
  const { title, detail, request_id, errors } = problemOf(error)
  return (
    <Alert role="alert" color="red" variant="light" icon={<AlertIcon />} title={title}>
      <Stack gap={4} align="flex-start">
        {errors.length === 0 && <Text size="sm">{detail}</Text>}
        {errors.map(({ field, detail }) => (
          <Text size="sm" key={`${field} ${detail}`}>
            <b>{field}</b> {detail}
          </Text>
        ))}
        <Group gap="xs">
          {retry && (
            <Button size="compact-sm" variant="default" onClick={() => retry()}>
              Try again
            </Button>
          )}
          {request_id && (
            <Group gap={2}>
              <Text size="xs" c="dimmed">
                Request <span className="mono">{request_id}</span>
              </Text>
              <CopyButton value={request_id} label="Copy request id" />
            </Group>
          )}
        </Group>
      </Stack>
    </Alert>
  )
}
