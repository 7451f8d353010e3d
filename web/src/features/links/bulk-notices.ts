import { notifications } from '@mantine/notifications'
import { text } from '#messages/links-bulk.ts'

export const tell = (message: string) => notifications.show({ message })

export const showMissing = (count: number) =>
  notifications.show({
    color: 'yellow',
    message: text.missing(count),
  })
