import { notifications } from '@mantine/notifications'
import { text } from '#messages/shared.ts'
import { problemOf } from '../api/problem.ts'
import { signOut } from '../api/sign-in.ts'

/** Signs out, or says why that failed. */
export const signOutOrTell = (): void =>
  void signOut().catch((error: unknown) => {
    const { detail: message } = problemOf(error)
    notifications.show({ color: 'red', title: text.notSignedOut, message })
  })
