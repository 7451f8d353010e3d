import { notifications } from '@mantine/notifications'
import { problemOf } from '../api/problem.ts'
import { signOut } from '../api/sign-in.ts'

/** Signs out, or says why that failed. */
export const signOutOrTell = (): void =>
  void signOut().catch((error: unknown) => {
    const { detail: message } = problemOf(error)
    notifications.show({ color: 'red', title: 'Couldn’t sign out', message })
  })
