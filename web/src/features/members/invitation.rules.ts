import { text } from '#messages/invitations.ts'

/** Whether a new invitation was sent, and what is left to do with its link. */
export function sayMailed(made: { mailed: boolean | null; email: string | null }): string {
  const email = made.email ?? ''
  if (made.mailed) return text.invitations.mailed(email)
  if (made.mailed === null) return text.invitations.sendIt
  return text.invitations.notMailed(email)
}
