import { type InstanceAddress, instanceOrigin } from '@fingerpost/kit/net/instance-host'
import type { Mail } from './mail.adapter.ts'

/** Hours for which the token of a password reset by email is valid. */
export const MAILED_RESET_HOURS = 1

/** The address of the dashboard in mails, which no request can choose. */
export const dashboardAddress = (settings: InstanceAddress): string =>
  `${instanceOrigin({ ...settings, INSTANCE_HOST: settings.INSTANCE_HOST || 'localhost' })}/app`

/** The sender of mails. */
export const senderOf = ({
  MAIL_FROM,
  INSTANCE_HOST,
}: {
  INSTANCE_HOST: string
  MAIL_FROM: string
}): string => MAIL_FROM || `Fingerpost <fingerpost@${INSTANCE_HOST || 'localhost'}>`

/**
 * A paragraph of a mail. Values in it are names, which can be any text: they are quoted, and nothing in them can
 * be a link, the end of the quotation or text in another direction.
 */
const say = (texts: TemplateStringsArray, ...names: string[]): string =>
  String.raw({ raw: texts }, ...names.map((name) => `“${harmless(name)}”`))

// Mail programs make links of domains and of words with a colon, such as https: and tel:.
const harmless = (name: string): string =>
  name
    .replace(/[\p{Cc}\p{Zl}\p{Zp}]+|[.:。．｡：](?=\S)/gu, ' ')
    .replace(/["“”„‟«»]/gu, "'")
    .replace(/\p{Default_Ignorable_Code_Point}|\p{Bidi_Control}/gu, '')

/** An invitation. The token is in the fragment of the address, which browsers do not send. */
export const invitationMail = (
  to: string,
  { team, role, by }: { team: string; role: string; by: string },
  address: string,
  token: string,
): Mail => ({
  to,
  // Not the name of the team, which can be any text.
  subject: 'Invitation to a team on Fingerpost',
  text: [
    by
      ? say`${by} invites you to join the team ${team} on Fingerpost, with the role ${role}.`
      : say`You are invited to join the team ${team} on Fingerpost, with the role ${role}.`,
    'Accept the invitation within seven days:',
    `${address}/invitation#${token}`,
    'If you do not know the team, ignore this message.\n',
  ].join('\n\n'),
})

/** The link that sets a new password, and what that removes from an account whose address is not verified. */
export const resetMail = (to: string, address: string, token: string, verified: boolean): Mail => ({
  to,
  subject: 'Reset your Fingerpost password',
  text: [
    'Set a new password for your Fingerpost account within an hour:',
    `${address}/password-reset#${token}`,
    ...(verified
      ? []
      : [
          'The email address of this account has not been verified before. The new password therefore also removes its passkeys and API keys, and the account leaves its teams. If these are yours, ask the operator of the service to verify your address instead.',
        ]),
    'The link works once. If you did not request it, ignore this message: your password stays the same.\n',
  ].join('\n\n'),
})
