import { Alert } from '@mantine/core'
import { useLimitSeconds } from '../api/limit.ts'
import { AlertIcon } from '../shared/icons.tsx'

/** A countdown while queries wait for the rate limit. */
export function LimitNotice() {
  const seconds = useLimitSeconds()
  if (seconds === 0) return null
  return (
    <Alert role="status" color="yellow" variant="light" icon={<AlertIcon />} mb="md">
      Too many requests in this minute. <span aria-hidden="true">Trying again in {seconds} s.</span>
    </Alert>
  )
}
