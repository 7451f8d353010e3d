import { text } from '#messages/shared.ts'
import { signOut } from '../api/sign-in.ts'
import { showFailure } from './failure.ts'

/** Signs out, or says why that failed. */
export const signOutOrTell = (): void =>
  void signOut().catch((error: unknown) => showFailure(text.notSignedOut, error))
