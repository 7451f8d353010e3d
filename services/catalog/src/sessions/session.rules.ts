import { Problem } from '@fingerpost/kit/http/problem'

/** For a session that has ended or expired, or whose person no longer exists. */
export const sessionEnded = () =>
  new Problem('unauthenticated', 'invalid_session', 'This session has ended. Sign in again.')
