import { expect, it } from 'vitest'
import { sayMailed } from './invitation.rules.ts'

it.each([
  [true, /^An email with this link was sent to jana@example\.com\.$/],
  [false, /^The email to jana@example\.com could not be sent\. Send this link/],
  [null, /^Send this link to the person\.$/],
])('an invitation whose email is %s says what to do with its link', (mailed, sentence) => {
  expect(sayMailed({ mailed, email: 'jana@example.com' })).toMatch(sentence)
})
