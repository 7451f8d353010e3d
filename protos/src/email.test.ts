import { expect, it } from 'vitest'
import { emailFault, emailKey, mailboxKey } from './email.ts'

it.each([
  'jana@example.com',
  "o'brien+shop@mail.example.co.uk",
  'müller@bücher.example',
  'почта@example.com',
  '用户@例え.jp',
  `${'a'.repeat(64)}@example.com`,
])('%s is an email address', (text) => {
  expect(emailFault(` ${text} `)).toBeUndefined()
})

it.each([
  ['no @', 'jana'],
  ['no dot in its domain', 'jana@localhost'],
  ['a name beside it', 'a0<box@example.com>'],
  ['a name beside it', 'Jana <jana@example.com>'],
  ['quotes', '"0"<box@example.com>'],
  ['quotes', '"box"@example.com'],
  ['a comment', '(0)box@example.com'],
  ['a second address', 'box@example.com,other@example.com'],
  ['a space', 'ja na@example.com'],
  ['a line break', 'jana@example.com\r\nBcc: other@example.com'],
  ['a zero-width space', 'ja\u200bna@example.com'],
  ['a zero-width joiner', 'jana@exam\u200dple.com'],
  ['a soft hyphen', 'ja\u00adna@example.com'],
  ['an invisible letter', 'jana\u3164@example.com'],
  ['a variation selector', 'jana\ufe0f@example.com'],
  ['a Cyrillic а in a Latin word', 'j\u0430na@example.com'],
  ['a Greek ο in a Latin domain', 'jana@example.c\u03bfm'],
  ['full-width letters', '\uff4aana@example.com'],
  ['a long local part', `${'a'.repeat(65)}@example.com`],
  ['more than 254 characters', `jana@${'a.'.repeat(125)}com`],
])('with %s, a text is no email address', (_, text) => {
  expect(emailFault(text)).toMatchObject({ code: 'invalid_email' })
})

it('is compared without case, and counted without a subaddress', () => {
  expect(emailKey(' Jana+Shop@Example.com ')).toBe('jana+shop@example.com')
  expect(mailboxKey('Jana+Shop@Example.com')).toBe('jana@example.com')
  expect(mailboxKey('+@example.com')).toBe('+@example.com')
})
