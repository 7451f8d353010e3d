import { Alert, Button, Group, type MantineSpacing, Stack, Text } from '@mantine/core'
import { text } from '#messages/shared.ts'
import { problemOf } from '../api/problem.ts'
import { CopyButton } from './CopyButton.tsx'
import { fieldName, sentenceOf } from './field-name.rules.ts'
import { AlertIcon } from './icons.tsx'

interface ProblemNoticeProps {
  /** Any thrown error; renders nothing for null. */
  error: unknown
  /** Adds a retry button. */
  retry?: (() => unknown) | undefined
  /** The labels of the form's fields, by their names in the API. */
  labels?: Readonly<Record<string, string>> | undefined
  /** Whether the input of a field shows its error itself, so that only its name is listed. */
  shows?: ((field: string) => boolean) | undefined
  /** The space below. */
  mb?: MantineSpacing
}

/** By the number of wrong fields. */
const TITLES = [undefined, text.checkField, text.checkFields]

const NONE = () => false

/** The error message of the API in the words of the form; the request id is behind `Details`. */
export function ProblemNotice({ error, retry, labels, shows = NONE, mb = 0 }: ProblemNoticeProps) {
  if (error === null || error === undefined) return null
  const { detail, request_id, errors } = problemOf(error)
  const title = TITLES[Math.min(errors.length, 2)]
  return (
    <Alert role="alert" color="red" variant="light" icon={<AlertIcon />} title={title} mb={mb}>
      <Stack gap={4} align="flex-start">
        {errors.length === 0 && <Text size="sm">{detail}</Text>}
        {errors.map(({ field, detail }) => (
          <Text size="sm" key={`${field} ${detail}`}>
            {shows(field) ? fieldName(field, labels) : sentenceOf(fieldName(field, labels), detail)}
          </Text>
        ))}
        {retry && (
          <Button size="compact-sm" variant="default" onClick={() => retry()}>
            {text.tryAgain}
          </Button>
        )}
        {request_id && (
          <Text component="details" size="xs">
            <summary>{text.details}</summary>
            <Group gap={4}>
              <span>{text.request} </span>
              <span className="mono">{request_id}</span>
              <CopyButton value={request_id} label={text.copyRequestId} />
            </Group>
          </Text>
        )}
      </Stack>
    </Alert>
  )
}
