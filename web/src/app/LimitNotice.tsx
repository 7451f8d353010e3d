import { Alert } from '@mantine/core'
import { text } from '#messages/app.ts'
import { useLimitSeconds } from '../api/limit.ts'
import { AlertIcon } from '../shared/icons.tsx'

/** A countdown while queries wait for the rate limit. */
export function LimitNotice() {
  const seconds = useLimitSeconds()
  if (seconds === 0) return null
  return (
    <Alert role="status" color="yellow" variant="light" icon={<AlertIcon />} mb="md">
      {text.tooManyRequests} <span aria-hidden="true">{text.tryingAgainIn(seconds)}</span>
    </Alert>
  )
}
