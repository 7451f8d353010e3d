import { notifications } from '@mantine/notifications'
import { text } from '#messages/links-bulk.ts'
import { problemOf } from '../../api/problem.ts'

export const tell = (message: string) => notifications.show({ message })

export const showMissing = (count: number) =>
  notifications.show({
    color: 'yellow',
    message: text.missing(count),
  })

/** Shows why an action ended before it reached all links. */
export const showStopped = (title: string, error: unknown) =>
  notifications.show({
    color: 'red',
    title,
    message: problemOf(error).detail,
  })
