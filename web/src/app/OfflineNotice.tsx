import { Alert } from '@mantine/core'
import { useNetwork } from '@mantine/hooks'
import { text } from '#messages/app.ts'
import { AlertIcon } from '../shared/icons.tsx'

/** Shown while the browser has no connection. */
export function OfflineNotice() {
  const { online } = useNetwork()
  if (online) return null
  return (
    <Alert role="status" color="yellow" variant="light" icon={<AlertIcon />} mb="md">
      {text.offline}
    </Alert>
  )
}
