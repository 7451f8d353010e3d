import { expect, it } from 'vitest'
import { emailFault, emailKey, mailboxKey } from './email.ts'

it.each([
  'jana@example.com',
  "o'brien+shop@mail.example.co.uk",
  'müller@bücher.example',
  'почта@example.com',
  '用户@例え.jp',
  'ユーザーa1@日本語.jp',
  '홍길동@한국.kr',
  'info@xn--bcher-kva.example',
  'info@xn--80ak6aa92e.example',
  'ρωτώ@ελλάδα.gr',
  'שלום@דוגמה.example',
  'a.b-c_d+e@1.2.sub.example.com',
  'xn--a@example.com',
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
  ['a Coptic ⲟ in a Latin word', 'j\u2c9fhn@example.com'],
  ['a Lisu ꓙ in a Latin word', '\ua4d9ohn@example.com'],
  ['a Hebrew א in a Latin word', 'jo\u05d0n@example.com'],
  ['a Tifinagh ⵥ in a Latin word', 'ad\u2d65in@example.com'],
  ['a word of Lisu letters that look Latin', '\ua4d9\ua4f3@example.com'],
  ['two scripts in its local part', 'jana.\u0430@example.com'],
  ['a Cyrillic о in the punycode of a domain', 'jana@xn--jhn-sed.example'],
  ['a dot at its start', '.a@example.com'],
  ['a dot before its @', 'a.@example.com'],
  ['two dots', 'a..b@example.com'],
  ['an IPv4 address', 'a@127.0.0.1'],
  ['a hexadecimal IPv4 address', 'a@1.0x7f'],
  ['a number as top-level domain', 'a@example.1'],
  ['an address literal', 'a@[127.0.0.1]'],
  ['an IPv6 address literal', 'a@[IPv6:::1]'],
  ['a label that is not punycode', 'a@xn--a.example'],
  ['a hyphen at the end of its domain', 'a@example.com-'],
  ['a label of more than 63 characters in punycode', `a@${'ü'.repeat(63)}.example`],
  ['full-width letters', '\uff4aana@example.com'],
  ['a long local part', `${'a'.repeat(65)}@example.com`],
  ['more than 254 characters', `jana@${'a.'.repeat(125)}com`],
])('with %s, a text is no email address', (_, text) => {
  expect(emailFault(text)).toMatchObject({ code: 'invalid_email' })
})

it('is compared without case, and counted without a subaddress', () => {
  expect(emailKey(' Jana+Shop@Example.com ')).toBe('jana+shop@example.com')
  expect(mailboxKey('Jana+Shop@Example.com')).toBe('jana@example.com')
  expect(mailboxKey('Jana+1@B\u00fccher.Example')).toBe(mailboxKey('jana@xn--bcher-kva.example'))
  expect(mailboxKey('+@example.com')).toBe('+@example.com')
})

it.each([
  ['box@bücher.example', 'box@xn--bcher-kva.example'],
  ['box@BU\u0308CHER.example', 'box@XN--BCHER-KVA.example'],
])('%s and %s are one address', (one, other) => {
  expect(emailKey(one)).toBe(emailKey(other))
  expect(emailKey(one)).toBe('box@xn--bcher-kva.example')
})

it.each(['', 'box', 'box@', 'box@exa mple.com', 'box@xn--ü.example'])(
  'the text %j, which is no address, has the key of none',
  (text) => expect(emailFault(emailKey(text))).toBeDefined(),
)
