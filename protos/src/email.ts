import { domainToASCII, domainToUnicode } from 'node:url'

const MAX_LENGTH = 254

/**
 * What an HTML email input accepts (WHATWG), in any script, with a dot in the domain and none at the ends of
 * the local part (RFC 5321). It has neither quotes nor comments, with which one mailbox has many spellings.
 */
const ADDRESS =
  /^(?=[^@]{1,64}@)[\p{L}\p{M}\p{N}!#$%&'*+/=?^_`{|}~-]+(\.[\p{L}\p{M}\p{N}!#$%&'*+/=?^_`{|}~-]+)*@([\p{L}\p{N}]([\p{L}\p{M}\p{N}-]{0,61}[\p{L}\p{M}\p{N}])?\.)+(?!\d+$)[\p{L}\p{N}]([\p{L}\p{M}\p{N}-]{0,61}[\p{L}\p{M}\p{N}])?$/u

/** Letters and marks that are not visible. */
const INVISIBLE = /\p{Default_Ignorable_Code_Point}/u

/** Scripts in general use (UAX #31, table 5), and those that are written together (UTS #39, highly restrictive). */
const SCRIPTS = [
  ...'Arabic Armenian Bengali Cyrillic Devanagari Ethiopic Georgian Greek Gujarati Gurmukhi Hebrew'.split(
    ' ',
  ),
  ...'Kannada Khmer Lao Malayalam Myanmar Oriya Sinhala Tamil Telugu Thaana Thai Tibetan'.split(
    ' ',
  ),
  ...['Latin Han Hiragana Katakana', 'Latin Han Bopomofo', 'Latin Han Hangul'],
].map((names) => {
  const classes = [...names.split(' '), 'Common', 'Inherited'].map(
    (it) => `\\p{Script_Extensions=${it}}`,
  )
  return new RegExp(`^[${classes.join('')}]*$`, 'u')
})
const hasOneScript = (word: string) => SCRIPTS.some((it) => it.test(word))

/**
 * The error of a text, if it is no email address or can be mistaken for another one by invisible characters,
 * compatibility forms or words of several scripts. Whitespace around it is ignored, and never stored.
 */
export const emailFault = (text: string): { code: string; detail: string } | undefined =>
  isEmail(text.trim()) ? undefined : { code: 'invalid_email', detail: 'must be an email address' }

function isEmail(text: string): boolean {
  if (text.length > MAX_LENGTH || !ADDRESS.test(text)) return false
  const key = emailKey(text)
  const [local = '', domain = ''] = key.split('@')
  const shown = domainToUnicode(domain)
  return (
    key.length <= MAX_LENGTH &&
    ADDRESS.test(key) &&
    ADDRESS.test(`${local}@${shown}`) &&
    !INVISIBLE.test(text + shown) &&
    text.normalize('NFKC') === text.normalize('NFC') &&
    // What is left of these is not the punycode of a valid label.
    !/(?:^|\.)xn--/.test(shown) &&
    [local, ...shown.split('.')].every(hasOneScript)
  )
}

/**
 * The form in which email addresses are compared and their sign-ins counted. Without a valid domain, which no
 * stored address lacks, it ends with "@".
 */
export function emailKey(email: string): string {
  const text = email.normalize('NFC').trim().toLowerCase()
  const at = text.lastIndexOf('@') + 1
  return text.slice(0, at) + domainToASCII(text.slice(at))
}

/** The form in which mails to an address are counted: without a subaddress (RFC 5233). */
export const mailboxKey = (email: string): string => {
  const key = emailKey(email)
  const at = key.lastIndexOf('@')
  return key.slice(0, at).replace(/(?<=.)\+.*/, '') + key.slice(at)
}
