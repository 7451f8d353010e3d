const MAX_LENGTH = 254

/**
 * What an HTML email input accepts (WHATWG), in any script, with a dot in the domain. It has neither
 * quotes nor comments, with which one mailbox has many spellings.
 */
const ADDRESS =
  /^[\p{L}\p{M}\p{N}.!#$%&'*+/=?^_`{|}~-]{1,64}@([\p{L}\p{N}]([\p{L}\p{M}\p{N}-]{0,61}[\p{L}\p{M}\p{N}])?\.)+[\p{L}\p{N}][\p{L}\p{M}\p{N}-]{0,62}$/u

/** Letters and marks that are not visible. */
const INVISIBLE = /\p{Default_Ignorable_Code_Point}/u

/** Scripts with letters that look alike. */
const LOOK_ALIKE = [
  /\p{Script=Latin}/u,
  /\p{Script=Greek}/u,
  /\p{Script=Cyrillic}/u,
  /\p{Script=Armenian}/u,
  /\p{Script=Cherokee}/u,
]
const hasOneScript = (word: string) => LOOK_ALIKE.filter((it) => it.test(word)).length <= 1

/**
 * The error of a text, if it is no email address or can be mistaken for another one by invisible characters,
 * compatibility forms or words of scripts that look alike. Whitespace around it is ignored, and never stored.
 */
export const emailFault = (text: string): { code: string; detail: string } | undefined =>
  isEmail(text.trim()) ? undefined : { code: 'invalid_email', detail: 'must be an email address' }

const isEmail = (text: string): boolean =>
  text.length <= MAX_LENGTH &&
  ADDRESS.test(text) &&
  !INVISIBLE.test(text) &&
  text.normalize('NFKC') === text.normalize('NFC') &&
  text.split(/[@.]/).every(hasOneScript)

/** The form in which email addresses are compared and their sign-ins counted. */
export const emailKey = (email: string): string => email.normalize('NFC').trim().toLowerCase()

/** The form in which mails to an address are counted: without a subaddress (RFC 5233). */
export const mailboxKey = (email: string): string => {
  const key = emailKey(email)
  const at = key.lastIndexOf('@')
  return key.slice(0, at).replace(/(?<=.)\+.*/, '') + key.slice(at)
}
