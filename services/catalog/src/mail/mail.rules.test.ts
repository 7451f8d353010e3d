import { expect, it } from 'vitest'
import * as rules from './mail.rules.ts'

const ADDRESS = 'https://links.example/app'

/** Every mail, with a text as each name in it. */
const MAILS: Record<string, (name: string) => { subject: string; text: string }> = {
  invitationMail: (name) =>
    rules.invitationMail('to@e.com', { team: name, role: 'editor', by: name }, ADDRESS, 'token'),
  resetMail: () => rules.resetMail('to@e.com', ADDRESS, 'token', false),
}

const NAMES = [
  'https://evil.example/app',
  'evil.example',
  'www.evil.example/login?x=1',
  'evil。example',
  'evil．example',
  'evil.\u200bexample',
  'evil\u200b.example',
  'mailto:help@evil.example',
  'tel:+4990012345',
  'javascript:alert(1)',
  'Shop\r\n\r\nAccept here: https://evil.example',
  'Shop\u2028https://evil.example',
  'Shop” is closed. Call “us',
  'Shop" is closed. Call "us',
  '\u202eelpmaxe.live//:sptth',
]

it('the table has every mail', () => {
  expect(Object.keys(MAILS)).toEqual(Object.keys(rules).filter((name) => name.endsWith('Mail')))
})

it.each(Object.entries(MAILS))(
  '%s has no link, line or end of quotation from a name',
  (_, mailOf) => {
    const plain = mailOf('Shop')
    for (const name of NAMES) {
      const { subject, text } = mailOf(name)
      expect(subject).toBe(plain.subject)
      expect(text.split('\n').length).toBe(plain.text.split('\n').length)
      expect(text.match(/[“”"]/g)?.length).toBe(plain.text.match(/[“”"]/g)?.length)
      expect(text).not.toMatch(/\p{Bidi_Control}|\u200b|\r/u)
      const own = text.replaceAll(/https:\/\/links\.example\/app\/\S+/g, '')
      expect(own).not.toMatch(/[\p{L}\d][.。．｡][\p{L}\d]|\S:\S|\/\/\S*\.\S/u)
    }
  },
)

it('a name that cannot be a link stays as it is', () => {
  expect(MAILS.invitationMail?.('Müller & Söhne Inc.').text).toContain(
    '“Müller & Söhne Inc.” invites you to join the team “Müller & Söhne Inc.” on Fingerpost',
  )
})
