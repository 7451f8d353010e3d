import { useNotifications } from '@mantine/notifications'
import { lazy, Suspense, useState } from 'react'

const NoticeList = lazy(async () => ({ default: (await import('./NoticeList.tsx')).NoticeList }))

/** Notices at the bottom of the page. The code that shows them is loaded with the first. */
export function Notices() {
  const { notifications } = useNotifications()
  const [needed, setNeeded] = useState(false)
  if (!needed && notifications.length > 0) setNeeded(true)
  return <Suspense>{needed && <NoticeList />}</Suspense>
}
