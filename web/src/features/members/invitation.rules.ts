/** Whether a new invitation was sent, and what is left to do with its link. */
export function sayMailed(made: { mailed: boolean | null; email: string | null }): string {
  if (made.mailed) return `An e-mail with this link was sent to ${made.email}.`
  if (made.mailed === null) return 'Send this link to the person.'
  return `The e-mail to ${made.email} could not be sent. Send this link to the person yourself.`
}
