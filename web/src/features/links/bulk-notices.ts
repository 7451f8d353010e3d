import { notifications } from '@mantine/notifications'
import { problemOf } from '../../api/problem.ts'
import { counted, formatCount } from '../../shared/numbers.rules.ts'

export const tell = (message: string) => notifications.show({ message })

export const showMissing = (count: number) =>
  notifications.show({
    color: 'yellow',
    message:
      count === 1 ? 'One link no longer exists.' : `${formatCount(count)} links no longer exist.`,
  })

/** Shows why an action ended before all links were changed. */
export const showStopped = (changed: number, all: number, error: unknown) =>
  notifications.show({
    color: 'red',
    title:
      changed === 0
        ? 'Couldn’t change the links'
        : `Changed ${formatCount(changed)} of ${counted(all, 'link')}`,
    message: problemOf(error).detail,
  })
