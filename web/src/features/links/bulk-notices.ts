import { notifications } from '@mantine/notifications'
import { problemOf } from '../../api/problem.ts'
import { counted } from '../../shared/counted.ts'
import { formatCount } from '../../shared/numbers.rules.ts'

export const tell = (message: string) => notifications.show({ message })

export const showMissing = (count: number) =>
  notifications.show({
    color: 'yellow',
    message:
      count === 1 ? 'One link no longer exists.' : `${formatCount(count)} links no longer exist.`,
  })

/** Shows why an action ended before it reached all links. */
export const showStopped = (did: 'Changed' | 'Saved', count: number, all: number, error: unknown) =>
  notifications.show({
    color: 'red',
    title: `${did} ${formatCount(count)} of ${counted(all, 'link')}`,
    message: problemOf(error).detail,
  })
