import { notifications } from '@mantine/notifications'
import { problemOf } from '../api/problem.ts'

/** Says that something could not be done, and why. */
export const showFailure = (title: string, error: unknown): void =>
  void notifications.show({ color: 'red', title, message: problemOf(error).detail })
